import { formatMoney } from "../../../core/money";
import type { CreateRequest, PaymentNotification, Verification } from "../../provider";
import type { PaymentFailure } from "../../state";
import { ambiguousFields, type Parameters } from "../form-fields";
import { isPaymentNo, isTradeNo, readAmount } from "../number-formats";
import { plainTitle } from "../plain-title";

/** One merchant account, as far as both versions of the protocol name it. */
export interface EpayMerchant {
  pid: string;
  type: string;
  currency: string;
}

/** A value of a gateway's JSON answer, which PHP writes now as a number and now as a text. */
export const textOf = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";

/** Fields that both versions ask for; the version adds its own and signs. */
export const requestFields = (
  { pid, type }: EpayMerchant,
  request: CreateRequest,
): Record<string, string> => ({
  pid,
  ...(type ? { type } : {}),
  out_trade_no: request.paymentNo,
  notify_url: request.notifyUrl,
  return_url: request.returnUrl,
  name: plainTitle(request.title, 120),
  money: formatMoney(request.amountCents),
});

/** The payment number that a message claims to be about, before anything is proved. */
export function claimedPaymentNo(fields: Parameters): string | undefined {
  const claimed = fields.get("out_trade_no") ?? "";
  return isPaymentNo(claimed) ? claimed : undefined;
}

export type PaymentFieldsReading =
  | { ok: true; notification: Omit<PaymentNotification, "isPaid" | "status"> }
  | Extract<Verification, { ok: false }>;

/** A gateway echoes these of ours. */
const echoed = new Set(["name", "param"]);
export const isAmbiguous = (fields: Parameters): boolean => ambiguousFields(fields, echoed).length > 0;

/** The fields that have to be there and make sense. `name` is never compared: gateways cut or replace it. */
export function readPaymentFields({ pid, currency }: EpayMerchant, fields: Parameters): PaymentFieldsReading {
  const [merchant, paymentNo, tradeNo, money] = ["pid", "out_trade_no", "trade_no", "money"].map(
    (key) => fields.get(key) ?? "",
  );
  const about = { claimedPaymentNo: claimedPaymentNo(fields) };
  if (!merchant || !paymentNo || !tradeNo || !money) return { ok: false, reason: "missing_field", ...about };
  if (!isPaymentNo(paymentNo)) return { ok: false, reason: "payment_no_format" };
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const amountCents = readAmount(money);
  if (amountCents === undefined) return { ok: false, reason: "amount_format", ...about };
  if (merchant !== pid) return { ok: false, reason: "merchant", ...about };
  return { ok: true, notification: { paymentNo, tradeNo, amountCents, currency, merchant } };
}

/** The gateway's words for a trade that is over without money for us. */
export function failureOf(status: string): PaymentFailure | null {
  if (/^TRADE_FAIL(ED|URE)?$/.test(status)) return "declined";
  return /^TRADE_(CLOSED|REFUND(ED)?)$/.test(status) ? "left" : null;
}

/** After the signature held: the notification of a notification. */
export function readNotification(merchant: EpayMerchant, fields: Parameters): Verification {
  const reading = readPaymentFields(merchant, fields);
  if (!reading.ok) return reading;
  const status = fields.get("trade_status") ?? "";
  const failure = failureOf(status);
  return {
    ok: true,
    notification: {
      ...reading.notification,
      status,
      isPaid: status === "TRADE_SUCCESS",
      ...(failure ? { failure } : {}),
    },
  };
}
