import { type Cents, minCents } from "../../../core/money";
import type { NotificationMessage, Verification } from "../../provider";
import { readParameters } from "../epay/epay-parameters";
import { readFlatJson } from "../flat-json-message";
import { ambiguousFields, legible, type Parameters, type ReadForm } from "../form-fields";
import { isPaymentNo, isTradeNo, readAmount } from "../number-formats";
import type { Declaration } from "./declaration";
import type { DescribedAccount } from "./described-settings";
import { isSigned, type Keys } from "./recipe";

export function amountOf(text: string, unit: "decimal" | "minor"): Cents | undefined {
  if (unit === "decimal") return readAmount(text);
  return /^\d{1,14}$/.test(text) ? BigInt(text) : undefined;
}

export const incomingRecipe = ({ notification, signature }: Declaration) =>
  notification.signature ?? signature;

export function readDescribed({ notification }: Declaration, message: NotificationMessage): ReadForm {
  if (message.method !== notification.method) return { ok: false, reason: "malformed" };
  return notification.encoding === "json" ? readFlatJson(message) : readParameters(message);
}

/** @returns the names of values that could be other fields */
function withSeparator(declaration: Declaration, fields: Parameters): string[] {
  if (incomingRecipe(declaration).join !== "pairs") return [];
  return ambiguousFields(fields, new Set(declaration.notification.echoed));
}

/** The fields for which alone a message is refused that is signed as it should be; those whose names can be named as echoed. */
export function fieldsToEcho(declaration: Declaration, fields: Parameters, keys: Keys): string[] {
  const names = withSeparator(declaration, fields);
  const canBeNamed = names.length > 0 && names.every((name) => /^[A-Za-z_][\w.-]*$/.test(name));
  return canBeNamed && isSigned(incomingRecipe(declaration), fields, keys) ? names : [];
}

export const isProvedBy = (declaration: Declaration, fields: Parameters, keys: Keys): boolean =>
  withSeparator(declaration, fields).length === 0 && isSigned(incomingRecipe(declaration), fields, keys);

/** Every field that decides has to be one that is signed. */
export function unsignedField(declaration: Declaration): string | null {
  const { notification } = declaration;
  const recipe = incomingRecipe(declaration);
  const deciding = [
    "payment_no",
    "trade_no",
    "amount",
    "received",
    "currency",
    "merchant",
    "status",
  ] as const;
  const names = deciding.flatMap((which) => notification[which] ?? []);
  const isLeft = (name: string) =>
    name === recipe.field ||
    recipe.without.includes(name) ||
    (recipe.over !== "sorted" && !recipe.over.includes(name));
  return names.find(isLeft) ?? null;
}

export function verifyDescribed(account: DescribedAccount, message: NotificationMessage): Verification {
  const { declaration, settings, keys } = account;
  const { notification } = declaration;
  const read = readDescribed(declaration, message);
  if (!read.ok) return read;
  const field = (name: string | undefined) => legible(read.fields.get(name ?? "") ?? "");
  const paymentNo = field(notification.payment_no);
  const about = isPaymentNo(paymentNo) ? { claimedPaymentNo: paymentNo } : {};
  if (!isProvedBy(declaration, read.fields, keys)) return { ok: false, reason: "signature", ...about };
  if (!paymentNo || !field(notification.amount)) return { ok: false, reason: "missing_field", ...about };
  if (!isPaymentNo(paymentNo)) return { ok: false, reason: "payment_no_format" };
  // Where the gateway has no number of its own, a payment is paid once.
  const tradeNo = notification.trade_no ? field(notification.trade_no) : paymentNo;
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const asked = amountOf(field(notification.amount), notification.amount_in);
  const received = notification.received
    ? amountOf(field(notification.received), notification.amount_in)
    : asked;
  if (asked === undefined || received === undefined) return { ok: false, reason: "amount_format", ...about };
  if (notification.merchant && field(notification.merchant) !== settings.merchant)
    return { ok: false, reason: "merchant", ...about };
  const status = notification.status ? field(notification.status) : "paid";
  const isPaid = !notification.status || notification.paid.includes(status);
  return {
    ok: true,
    notification: {
      paymentNo,
      tradeNo,
      // A gateway tells payments apart by some cents more; less than was asked for is not paid.
      amountCents: minCents(received, asked),
      currency: field(notification.currency) || settings.currency,
      merchant: settings.merchant,
      status,
      isPaid,
      ...(!isPaid && notification.over.includes(status) ? { failure: "left" as const } : {}),
    },
  };
}
