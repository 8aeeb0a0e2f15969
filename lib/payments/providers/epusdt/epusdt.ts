import { z } from "zod";
import { formatMoney } from "../../../core/money";
import { problem } from "../../../core/refusals/refusal";
import { callGatewayJson, GatewayError } from "../../gateway-request";
import type {
  CreateRequest,
  GatewayAccount,
  NotificationMessage,
  PaymentProvider,
  PaymentStart,
  Verification,
} from "../../provider";
import { readFlatJson } from "../flat-json-message";
import { ambiguousFields, redactMessage } from "../form-fields";
import { plainAnswer, plainFail } from "../gateway-answers";
import { isPaymentNo, isTradeNo, readAmount } from "../number-formats";
import { currencyCode, gatewayFields, gatewayUrl, notBlank } from "../setting-pieces";
import { explainSortedMd5, isSignedSortedMd5, shortAmount, signSortedMd5 } from "../sorted-md5";

const settingsSchema = z.object({
  gateway_url: gatewayUrl,
  api_token: notBlank,
  /** BEpusdt: usdt.trc20, tron.trx …; epusdt knows none. */
  trade_type: z.string().trim().max(40).default(""),
  currency: currencyCode("CNY"),
});

type Settings = z.output<typeof settingsSchema>;

export const signEpusdt = (fields: ReadonlyMap<string, string>, token: string): string =>
  signSortedMd5(fields, token, "signature");

async function create(settings: Settings, request: CreateRequest): Promise<PaymentStart> {
  const amount = shortAmount(formatMoney(request.amountCents));
  const fields = {
    order_id: request.paymentNo,
    amount,
    notify_url: request.notifyUrl,
    redirect_url: request.returnUrl,
    ...(settings.trade_type ? { trade_type: settings.trade_type } : {}),
  };
  const signature = signEpusdt(new Map(Object.entries(fields)), settings.api_token);
  const answer = await callGatewayJson({
    label: "epusdt.create",
    url: `${settings.gateway_url}api/v1/order/create-transaction`,
    json: { ...fields, amount: Number(amount), signature },
  });
  const data: unknown = answer.data;
  const payUrl = typeof data === "object" && data !== null && "payment_url" in data ? data.payment_url : null;
  if (answer.status_code !== 200 || typeof payUrl !== "string" || !/^https?:\/\//.test(payUrl))
    throw new GatewayError(problem("gateway_refused_payment"));
  return { payUrl, qrCode: null, form: null };
}

function verify(settings: Settings, message: NotificationMessage): Verification {
  const read = readFlatJson(message);
  if (!read.ok) return read;
  const { fields } = read;
  const field = (name: string) => fields.get(name) ?? "";
  const paymentNo = field("order_id");
  const about = isPaymentNo(paymentNo) ? { claimedPaymentNo: paymentNo } : {};
  if (ambiguousFields(fields).length > 0) return { ok: false, reason: "malformed", ...about };
  if (!isSignedSortedMd5(fields, settings.api_token, "signature"))
    return { ok: false, reason: "signature", ...about };
  const tradeNo = field("trade_id");
  if (!paymentNo || !tradeNo || !field("amount")) return { ok: false, reason: "missing_field", ...about };
  if (!isPaymentNo(paymentNo)) return { ok: false, reason: "payment_no_format" };
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const amountCents = readAmount(field("amount"));
  if (amountCents === undefined) return { ok: false, reason: "amount_format", ...about };
  const status = field("status");
  // The token itself names the merchant: the protocol carries no other.
  const notification = {
    paymentNo,
    tradeNo,
    amountCents,
    currency: settings.currency,
    merchant: "token",
    status,
  };
  return { ok: true, notification: { ...notification, isPaid: status === "2" } };
}

function connect(given: unknown): GatewayAccount {
  const settings = settingsSchema.parse(given);
  return {
    currency: settings.currency,
    createsOffline: false,
    create: (request) => create(settings, request),
    verify: (message) => verify(settings, message),
    explain: (message) => explainSortedMd5(message, "signature"),
    // Its status page is unsigned and open to everybody: no proof, so it is not asked.
    confirmsByQuery: false,
  };
}

const hidden = new Set(["signature"]);

/** epusdt, GMWallet and BEpusdt with their own JSON notifications: USDT and other coins. */
export const epusdt: PaymentProvider = {
  code: "epusdt",
  name: "epusdt / BEpusdt (USDT)",
  isWeak: true,
  settings: settingsSchema,
  fields: [
    { ...gatewayFields.gateway_url, hint: "https://usdt.example.com/" },
    { key: "api_token", label: "API token", kind: "secret", required: true },
    {
      key: "trade_type",
      label: "Coin and chain (BEpusdt)",
      kind: "text",
      required: false,
      hint: "usdt.trc20",
    },
    { ...gatewayFields.currency, label: "Currency of the amounts" },
  ],
  connect,
  interaction: () => "redirect",
  // A body with anything in it but this is not taken by all of them; BEpusdt takes any HTTP 200, so a refusal is none.
  ack: plainAnswer(200, "ok"),
  nack: plainFail,
  redact: (message) => redactMessage(message, readFlatJson(message), hidden),
};
