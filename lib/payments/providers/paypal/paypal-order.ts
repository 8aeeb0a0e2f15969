import { z } from "zod";
import { foreignWords } from "../../../core/refusals/noted";
import { problem } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { GatewayError } from "../../gateway-request";
import type {
  CreateRequest,
  PaymentKey,
  PaymentStart,
  QueryResult,
  RefundOrder,
  RefundResult,
  Verification,
} from "../../provider";
import { isPaymentNo, isTradeNo } from "../number-formats";
import {
  askPaypal,
  fromPaypalAmount,
  isDone,
  type PaypalAnswer,
  type PaypalSettings,
  toPaypalAmount,
} from "./paypal-account";

const linkSchema = z.object({ rel: z.string(), href: z.string() });
const createdSchema = z.object({
  id: z.string().check(...shapedAs(/^[A-Z0-9]{1,36}$/)),
  links: z.array(linkSchema),
});

/** The payment number is PayPal's invoice number too: it refuses to take money for one twice. */
export async function createPaypalOrder(
  settings: PaypalSettings,
  request: CreateRequest,
): Promise<PaymentStart> {
  const answer = await askPaypal(settings, "paypal.create", {
    path: "v2/checkout/orders",
    requestId: `keyshelf-order-${request.paymentNo}`,
    body: JSON.stringify({
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: request.paymentNo,
          invoice_id: request.paymentNo,
          description: request.title.slice(0, 127),
          amount: toPaypalAmount(request.amountCents, request.currency),
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            return_url: request.returnUrl,
            cancel_url: request.returnUrl,
            shipping_preference: "NO_SHIPPING",
            user_action: "PAY_NOW",
          },
        },
      },
    }),
  });
  if (!isDone(answer))
    throw new GatewayError(problem("paypal_refused", { reason: foreignWords(answer.message) }));
  const created = createdSchema.safeParse(answer.value);
  const link = created.data?.links.find(({ rel }) => rel === "payer-action" || rel === "approve")?.href;
  if (!created.success || !link || !/^https?:\/\//.test(link))
    throw new GatewayError(problem("paypal_answer_no_page"));
  return { payUrl: link, qrCode: null, form: null, reference: created.data.id };
}

const captureSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.unknown(),
  custom_id: z.string().optional(),
  invoice_id: z.string().optional(),
});

const overStates: Record<string, "declined" | "left"> = {
  DECLINED: "declined",
  DENIED: "declined",
  FAILED: "declined",
  REFUNDED: "left",
};

/** A capture, alike in events and in answers; `null` where it is none of ours. */
export function readCapture(value: unknown): Verification | null {
  const parsed = captureSchema.safeParse(value);
  if (!parsed.success) return { ok: false, reason: "missing_field" };
  const { id: tradeNo, status, amount, custom_id, invoice_id } = parsed.data;
  const paymentNo = custom_id ?? invoice_id;
  if (paymentNo === undefined) return null;
  // Another site of the same account writes there what it likes.
  if (!isPaymentNo(paymentNo)) return null;
  const about = { claimedPaymentNo: paymentNo };
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const money = fromPaypalAmount(amount);
  if (!money) return { ok: false, reason: "amount_format", ...about };
  const failure = overStates[status];
  return {
    ok: true,
    notification: {
      paymentNo,
      tradeNo,
      isPaid: status === "COMPLETED" || status === "PARTIALLY_REFUNDED",
      status,
      ...money,
      // The webhook's id, which is signed, names the account.
      merchant: "paypal",
      ...(failure ? { failure } : {}),
    },
  };
}

const refundSchema = z.object({ status: z.string(), custom_id: z.string().optional() });

const orderSchema = z.object({
  status: z.string(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().optional(),
        payments: z
          .object({
            captures: z.array(captureSchema).default([]),
            refunds: z.array(refundSchema).default([]),
          })
          .default({ captures: [], refunds: [] }),
      }),
    )
    .length(1),
});

function readOrder(value: unknown, paymentNo: string) {
  const parsed = orderSchema.safeParse(value);
  const unit = parsed.data?.purchase_units[0];
  if (!parsed.success || !unit || (unit.custom_id ?? paymentNo) !== paymentNo)
    throw new GatewayError(problem("paypal_answer_unfit"));
  return { status: parsed.data.status, ...unit.payments };
}

function resultOf(value: unknown, paymentNo: string): QueryResult {
  const { status, captures } = readOrder(value, paymentNo);
  if (status === "APPROVED" && captures.length === 0) return { state: "approved" };
  if (status === "VOIDED") return { state: "failed", failure: "left" };
  const capture = captures.at(-1);
  if (!capture) return { state: "unpaid" };
  const reading = readCapture({ custom_id: paymentNo, ...capture });
  if (!reading?.ok || reading.notification?.paymentNo !== paymentNo)
    throw new GatewayError(problem("paypal_answer_unfit"));
  const { notification } = reading;
  if (notification.isPaid) return { state: "paid", notification };
  return notification.failure ? { state: "failed", failure: notification.failure } : { state: "unpaid" };
}

const fetchOrder = (settings: PaypalSettings, label: string, reference: string): Promise<PaypalAnswer> =>
  askPaypal(settings, label, { path: `v2/checkout/orders/${encodeURIComponent(reference)}` });

export async function queryPaypalOrder(
  settings: PaypalSettings,
  { paymentNo, reference }: PaymentKey,
): Promise<QueryResult> {
  // Without a reference PayPal was never heard: there is no order to ask about.
  if (!reference) return { state: "unknown" };
  const answer = await fetchOrder(settings, "paypal.query", reference);
  // PayPal forgets an order that nobody approved.
  if (answer.status === 404) return { state: "unknown" };
  if (!isDone(answer))
    throw new GatewayError(problem("paypal_refused", { reason: foreignWords(answer.message) }));
  return resultOf(answer.value, paymentNo);
}

/** Takes the money of an approved order: once, however often and by however many it is asked for. */
export async function captureOrder(settings: PaypalSettings, payment: PaymentKey): Promise<QueryResult> {
  const { paymentNo, reference } = payment;
  if (!reference) return { state: "unknown" };
  const answer = await askPaypal(settings, "paypal.capture", {
    path: `v2/checkout/orders/${encodeURIComponent(reference)}/capture`,
    requestId: `keyshelf-capture-${paymentNo}`,
    body: "{}",
  });
  if (isDone(answer)) return resultOf(answer.value, paymentNo);
  if (answer.issue === "ORDER_ALREADY_CAPTURED") return queryPaypalOrder(settings, payment);
  if (answer.issue === "ORDER_NOT_APPROVED") return { state: "unpaid" };
  if (answer.status === 422) return { state: "failed", failure: "declined" };
  throw new GatewayError(problem("paypal_refused", { reason: foreignWords(answer.message) }));
}

function refundResultOf(value: unknown): RefundResult {
  const { status } = refundSchema.parse(value);
  if (status === "COMPLETED") return { state: "done" };
  return status === "PENDING" ? { state: "pending" } : { state: "failed", message: `PayPal: ${status}` };
}

export async function refundCapture(settings: PaypalSettings, order: RefundOrder): Promise<RefundResult> {
  const answer = await askPaypal(settings, "paypal.refund", {
    path: `v2/payments/captures/${encodeURIComponent(order.payment.tradeNo)}/refund`,
    requestId: `keyshelf-refund-${order.refundNo}`,
    body: JSON.stringify({
      amount: toPaypalAmount(order.amountCents, order.currency),
      custom_id: order.refundNo,
      note_to_payer: order.reason.slice(0, 255),
    }),
  });
  if (!isDone(answer)) return { state: "failed", message: answer.message };
  const made = refundSchema.safeParse(answer.value);
  if (!made.success) throw new GatewayError(problem("paypal_refund_incomplete"));
  return refundResultOf(made.data);
}

/** PayPal's keys against repetition end after a while: what was made is found by our number in the order's refunds. */
export async function findPaypalRefund(settings: PaypalSettings, order: RefundOrder): Promise<RefundResult> {
  const { reference, paymentNo } = order.payment;
  if (!reference) return { state: "unknown" };
  const answer = await fetchOrder(settings, "paypal.refund_query", reference);
  if (!isDone(answer))
    throw new GatewayError(problem("paypal_refused", { reason: foreignWords(answer.message) }));
  const made = readOrder(answer.value, paymentNo).refunds.find(
    ({ custom_id }) => custom_id === order.refundNo,
  );
  return made ? refundResultOf(made) : { state: "unknown" };
}
