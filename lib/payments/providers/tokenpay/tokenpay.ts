import { z } from "zod";
import { formatMoney } from "../../../core/money";
import { foreignWords } from "../../../core/refusals/noted";
import { problem } from "../../../core/refusals/refusal";
import { shapedAs } from "../../../core/shaped-text";
import { callGatewayJson, GatewayError } from "../../gateway-request";
import type {
  CreateRequest,
  GatewayAccount,
  NotificationMessage,
  PaymentKey,
  PaymentProvider,
  PaymentStart,
  QueryResult,
  Verification,
} from "../../provider";
import { readFlatJson } from "../flat-json-message";
import { ambiguousFields, redactMessage } from "../form-fields";
import { plainAnswer, plainFail } from "../gateway-answers";
import { isPaymentNo, isTradeNo, readAmount } from "../number-formats";
import { readNo } from "../said-no";
import { currencyCode, gatewayFields, gatewayUrl, notBlank } from "../setting-pieces";
import { explainSortedMd5, isSignedSortedMd5, shortAmount, signSortedMd5 } from "../sorted-md5";

const settingsSchema = z.object({
  gateway_url: gatewayUrl,
  api_token: notBlank,
  /** USDT_TRC20, TRX, EVM_ETH_ETH … as TokenPay writes it. */
  trade_type: notBlank.max(60),
  currency: currencyCode("CNY"),
  confirm_by_query: z.boolean().default(true),
});

type Settings = z.output<typeof settingsSchema>;

const signatureField = "Signature";
export const signTokenpay = (fields: ReadonlyMap<string, string>, token: string): string =>
  signSortedMd5(fields, token, signatureField);

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function create(settings: Settings, request: CreateRequest): Promise<PaymentStart> {
  const amount = shortAmount(formatMoney(request.amountCents));
  const fields = {
    OutOrderId: request.paymentNo,
    // An address of its own for each payment: two buyers never wait at the same one.
    OrderUserKey: request.paymentNo,
    ActualAmount: amount,
    Currency: settings.trade_type,
    NotifyUrl: request.notifyUrl,
    RedirectUrl: request.returnUrl,
  };
  const answer = await callGatewayJson({
    label: "tokenpay.create",
    url: `${settings.gateway_url}CreateOrder`,
    json: {
      ...fields,
      ActualAmount: Number(amount),
      [signatureField]: signTokenpay(new Map(Object.entries(fields)), settings.api_token),
    },
  });
  const { success, data: payUrl, info } = answer;
  const reference = typeof info === "object" && info !== null && "Id" in info ? info.Id : null;
  if (success !== true || typeof payUrl !== "string" || !/^https?:\/\//.test(payUrl))
    throw new GatewayError(problem("tokenpay_refused_payment"));
  if (typeof reference !== "string" || !guid.test(reference))
    throw new GatewayError(problem("tokenpay_answer_no_order"));
  return { payUrl, qrCode: null, form: null, reference };
}

function verify(settings: Settings, message: NotificationMessage): Verification {
  const read = readFlatJson(message);
  if (!read.ok) return read;
  const field = (name: string) => read.fields.get(name) ?? "";
  const paymentNo = field("OutOrderId");
  const about = isPaymentNo(paymentNo) ? { claimedPaymentNo: paymentNo } : {};
  if (ambiguousFields(read.fields).length > 0) return { ok: false, reason: "malformed", ...about };
  if (!isSignedSortedMd5(read.fields, settings.api_token, signatureField))
    return { ok: false, reason: "signature", ...about };
  const tradeNo = field("Id");
  if (!paymentNo || !tradeNo || !field("ActualAmount"))
    return { ok: false, reason: "missing_field", ...about };
  if (!isPaymentNo(paymentNo)) return { ok: false, reason: "payment_no_format" };
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const amountCents = readAmount(field("ActualAmount"));
  if (amountCents === undefined) return { ok: false, reason: "amount_format", ...about };
  const status = field("Status");
  return {
    ok: true,
    notification: {
      paymentNo,
      tradeNo,
      amountCents,
      // Older versions name no currency; all count in the one of their configuration.
      currency: field("BaseCurrency") || settings.currency,
      // The token itself names the merchant: the protocol carries no other.
      merchant: "token",
      status,
      isPaid: status === "1",
      ...(status === "2" ? { failure: "left" as const } : {}),
    },
  };
}

const orderSchema = z.object({
  id: z.string().check(...shapedAs(guid)),
  outOrderId: z.string(),
  actualAmount: z.union([z.number(), z.string()]).transform(String),
  status: z.union([z.number(), z.string()]).transform(String),
});

/** The question is signed, the answer is not: it counts because it comes from the configured address, over TLS. */
async function query(settings: Settings, { paymentNo, reference }: PaymentKey): Promise<QueryResult> {
  if (!reference) return { state: "unknown" };
  const no = ({ success, message }: Record<string, unknown>) =>
    success === true
      ? null
      : readNo(typeof message === "string" ? message : "", {
          secret: settings.api_token,
          unclear: "unknown",
        });
  const fields = new Map([["Id", reference]]);
  const parameters = new URLSearchParams([
    ...fields,
    [signatureField, signTokenpay(fields, settings.api_token)],
  ]);
  const answer = await callGatewayJson({
    label: "tokenpay.query",
    url: `${settings.gateway_url}Query?${parameters}`,
    isRefused: (said) => no(said)?.state === "refused",
  });
  const said = no(answer);
  if (said) return said;
  const order = orderSchema.safeParse(answer.data);
  const amountCents = order.success ? readAmount(order.data.actualAmount) : undefined;
  if (!order.success || order.data.outOrderId !== paymentNo || amountCents === undefined)
    throw new GatewayError(problem("tokenpay_answer_unfit"));
  const { id: tradeNo, status } = order.data;
  if (status === "Expired" || status === "2") return { state: "failed", failure: "left" };
  if (status !== "Paid" && status !== "1") return { state: "unpaid" };
  const { currency } = settings;
  return {
    state: "paid",
    notification: { paymentNo, tradeNo, amountCents, currency, merchant: "token", status, isPaid: true },
  };
}

/** An order that no shop has: an answer shows that TokenPay is there. It says nothing of the token. */
async function probe(settings: Settings) {
  const result = await query(settings, {
    paymentNo: "KEYSHELF-TEST",
    reference: "00000000-0000-0000-0000-000000000000",
    amountCents: 0n,
    currency: settings.currency,
  });
  if (result.state === "refused")
    return {
      passed: false,
      told: problem("tokenpay_refuses_token", { reason: foreignWords(result.message) }),
    };
  const passed = result.state === "unknown";
  return {
    passed,
    told: problem(passed ? "tokenpay_answers" : "tokenpay_knows_unknown"),
  };
}

function connect(given: unknown): GatewayAccount {
  const settings = settingsSchema.parse(given);
  return {
    currency: settings.currency,
    createsOffline: false,
    create: (request) => create(settings, request),
    verify: (message) => verify(settings, message),
    query: (payment) => query(settings, payment),
    probe: () => probe(settings),
    explain: (message) => explainSortedMd5(message, signatureField),
    confirmsByQuery: settings.confirm_by_query,
  };
}

const hidden = new Set([signatureField, "FromAddress", "OrderUserKey"]);

/** TokenPay: USDT, TRX and coins of EVM chains to the operator's own addresses. */
export const tokenpay: PaymentProvider = {
  code: "tokenpay",
  name: "TokenPay (USDT, TRX, EVM)",
  isWeak: true,
  settings: settingsSchema,
  fields: [
    { ...gatewayFields.gateway_url, hint: "https://token.example.com/" },
    { key: "api_token", label: "API token", kind: "secret", required: true },
    { key: "trade_type", label: "Coin and chain", kind: "text", required: true, hint: "USDT_TRC20" },
    { ...gatewayFields.currency, label: "Currency of the amounts", hint: "CNY (TokenPay: BaseCurrency)" },
    gatewayFields.confirm_by_query,
  ],
  connect,
  interaction: () => "redirect",
  // The body has to be exactly this, with HTTP 200.
  ack: plainAnswer(200, "ok"),
  nack: plainFail,
  redact: (message) => redactMessage(message, readFlatJson(message), hidden),
};
