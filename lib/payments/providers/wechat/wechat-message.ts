import { createDecipheriv } from "node:crypto";
import { z } from "zod";
import { readUtf8 } from "../../../core/formats/read-utf8";
import type { NotificationMessage, Verification } from "../../provider";
import { fromMinorUnits } from "../minor-units";
import { isPaymentNo, isTradeNo } from "../number-formats";
import { provedBy, type WechatAccount } from "./wechat-request";

const transactionSchema = z.object({
  mchid: z.string(),
  appid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().default(""),
  trade_state: z.string(),
  amount: z.object({ total: z.unknown(), currency: z.unknown() }).partial().default({}),
});

/** A transaction, alike in notifications and in answers. */
export function readTransaction(account: WechatAccount, value: unknown): Verification {
  const parsed = transactionSchema.safeParse(value);
  if (!parsed.success) return { ok: false, reason: "missing_field" };
  const { mchid, appid, out_trade_no: paymentNo, transaction_id, trade_state: status, amount } = parsed.data;
  if (!isPaymentNo(paymentNo)) return { ok: false, reason: "payment_no_format" };
  const about = { claimedPaymentNo: paymentNo };
  if (mchid !== account.mch_id || appid !== account.app_id)
    return { ok: false, reason: "merchant", ...about };
  const isPaid = status === "SUCCESS";
  // Before anything is paid there is no number.
  const tradeNo = transaction_id || (isPaid ? "" : paymentNo);
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const currency = typeof amount.currency === "string" ? amount.currency : "";
  const amountCents = fromMinorUnits(amount.total, currency);
  if (isPaid && (!currency || amountCents === undefined))
    return { ok: false, reason: "amount_format", ...about };
  const isOver = status === "CLOSED" || status === "REVOKED" || status === "REFUND";
  return {
    ok: true,
    notification: {
      paymentNo,
      tradeNo,
      isPaid,
      status,
      amountCents: amountCents ?? 0n,
      currency,
      merchant: mchid,
      ...(isOver ? { failure: "left" as const } : {}),
    },
  };
}

const eventSchema = z.object({
  event_type: z.string(),
  resource: z.object({
    algorithm: z.literal("AEAD_AES_256_GCM"),
    ciphertext: z.string().max(64_000),
    nonce: z.string().length(12),
    associated_data: z.string().default(""),
  }),
});
type Resource = z.output<typeof eventSchema>["resource"];

const tagBytes = 16;

/** `undefined` for what this key did not seal. */
function openResource({ api_v3_key }: WechatAccount, resource: Resource): unknown {
  const sealed = Buffer.from(resource.ciphertext, "base64");
  if (sealed.length <= tagBytes) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", Buffer.from(api_v3_key), Buffer.from(resource.nonce));
    decipher.setAAD(Buffer.from(resource.associated_data));
    decipher.setAuthTag(sealed.subarray(-tagBytes));
    const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]);
    return JSON.parse(text.toString("utf8"));
  } catch {
    return undefined;
  }
}

export function verifyWechat(account: WechatAccount, message: NotificationMessage): Verification {
  const { method, headers, rawBody, receivedAt } = message;
  if (method !== "POST") return { ok: false, reason: "malformed" };
  const doubt = provedBy(account, { header: (name) => headers.get(name), body: rawBody, at: receivedAt });
  if (doubt) return { ok: false, reason: doubt };
  let value: unknown;
  try {
    value = JSON.parse(readUtf8(rawBody));
  } catch {
    return { ok: false, reason: "malformed" };
  }
  const event = eventSchema.safeParse(value);
  if (!event.success) return { ok: false, reason: "malformed" };
  const { event_type, resource } = event.data;
  if (!event_type.startsWith("TRANSACTION.")) return { ok: true, notification: null, status: event_type };
  const transaction = openResource(account, resource);
  return transaction === undefined
    ? { ok: false, reason: "signature" }
    : readTransaction(account, transaction);
}
