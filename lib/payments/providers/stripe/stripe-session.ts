import type Stripe from "stripe";
import { addSeconds, now } from "../../../core/clock";
import { problem } from "../../../core/refusals/refusal";
import { GatewayError } from "../../gateway-request";
import type { CreateRequest, PaymentKey, PaymentStart, QueryResult, Verification } from "../../provider";
import { fromMinorUnits, toMinorUnits } from "../minor-units";
import { isPaymentNo, isTradeNo } from "../number-formats";
import { askStripe, type StripeSettings } from "./stripe-account";

/** Stripe lets a session live from half an hour to a day; the order's own end is kept as far as that allows. */
function sessionEnd(expiresAt: Date): number {
  const earliest = addSeconds(now(), 31 * 60).getTime();
  const latest = addSeconds(now(), 24 * 3_600 - 60).getTime();
  return Math.floor(Math.min(Math.max(expiresAt.getTime(), earliest), latest) / 1000);
}

const methodsOf = ({ payment_methods }: StripeSettings) => payment_methods.split(/\s*,\s*/).filter(Boolean);

export async function createSession(settings: StripeSettings, request: CreateRequest): Promise<PaymentStart> {
  const methods = methodsOf(settings);
  const session = await askStripe(settings, "stripe.create", ({ checkout }) =>
    checkout.sessions.create({
      mode: "payment",
      client_reference_id: request.paymentNo,
      metadata: { payment_no: request.paymentNo },
      payment_intent_data: { metadata: { payment_no: request.paymentNo } },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: request.currency.toLowerCase(),
            unit_amount: toMinorUnits(request.amountCents, request.currency),
            product_data: { name: request.title.slice(0, 250) },
          },
        },
      ],
      ...(methods.length > 0 ? { allowed_payment_method_types: methods } : {}),
      ...(methods.includes("wechat_pay")
        ? { payment_method_options: { wechat_pay: { client: "web" } } }
        : {}),
      success_url: request.returnUrl,
      cancel_url: request.returnUrl,
      expires_at: sessionEnd(request.expiresAt),
    }),
  );
  if (!session.url || !/^https?:\/\//.test(session.url))
    throw new GatewayError(problem("stripe_answer_no_page"));
  return { payUrl: session.url, qrCode: null, form: null, reference: session.id };
}

/** The session as a notification about our payment; `null` where it is none of ours. */
export function readSession(session: Stripe.Checkout.Session): Verification | null {
  const paymentNo = session.client_reference_id;
  if (!paymentNo || session.mode !== "payment") return null;
  // Another site of the same account writes there what it likes.
  if (!isPaymentNo(paymentNo)) return null;
  const about = { claimedPaymentNo: paymentNo };
  const { payment_intent: intent, payment_status, status } = session;
  const isPaid = payment_status === "paid";
  const tradeNo = (typeof intent === "string" ? intent : intent?.id) ?? (isPaid ? "" : session.id);
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const currency = typeof session.currency === "string" ? session.currency.toUpperCase() : "";
  const amountCents = fromMinorUnits(session.amount_total, currency);
  if (!currency || amountCents === undefined) return { ok: false, reason: "amount_format", ...about };
  return {
    ok: true,
    notification: {
      paymentNo,
      tradeNo,
      isPaid,
      status: `${status}/${payment_status}`,
      amountCents,
      currency,
      merchant: "stripe",
      ...(status === "expired" ? { failure: "left" as const } : {}),
    },
  };
}

export async function querySession(
  settings: StripeSettings,
  { paymentNo, reference }: PaymentKey,
): Promise<QueryResult> {
  // Without a reference Stripe was never heard: there is no session to ask about.
  if (!reference) return { state: "unknown" };
  const session = await askStripe(settings, "stripe.query", ({ checkout }) =>
    checkout.sessions.retrieve(reference),
  );
  const reading = readSession(session);
  if (!reading?.ok || reading.notification?.paymentNo !== paymentNo)
    throw new GatewayError(problem("stripe_answer_unfit"));
  const { notification } = reading;
  if (notification.isPaid) return { state: "paid", notification };
  return notification.failure ? { state: "failed", failure: notification.failure } : { state: "unpaid" };
}
