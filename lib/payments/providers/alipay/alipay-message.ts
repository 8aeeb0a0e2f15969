import type { NotificationMessage, Verification } from "../../provider";
import { ambiguousFields, type Parameters, readPostedForm, wireBytes } from "../form-fields";
import { isPaymentNo, isTradeNo, readAmount } from "../number-formats";
import { isSignedRsaSha256 } from "../rsa";
import { type AlipayAccount, alipayString } from "./alipay-request";

/** Alipay echoes these of ours. */
const echoed = new Set(["subject", "body", "passback_params"]);

function isSigned({ publicKey }: AlipayAccount, fields: Parameters): boolean {
  const signed = [...fields].filter(([key]) => key !== "sign" && key !== "sign_type");
  return isSignedRsaSha256(wireBytes(alipayString(signed)), fields.get("sign") ?? "", publicKey);
}

/** The words of a trade, alike in notifications and answers. */
export const isPaidStatus = (status: string): boolean =>
  status === "TRADE_SUCCESS" || status === "TRADE_FINISHED";

/** After the signature held. */
function readFields(account: AlipayAccount, fields: Parameters): Verification {
  const field = (name: string) => fields.get(name) ?? "";
  const paymentNo = field("out_trade_no");
  const about = isPaymentNo(paymentNo) ? { claimedPaymentNo: paymentNo } : {};
  const [tradeNo, total, status] = ["trade_no", "total_amount", "trade_status"].map(field);
  if (!paymentNo || !tradeNo || !total || !status) return { ok: false, reason: "missing_field", ...about };
  if (!isPaymentNo(paymentNo)) return { ok: false, reason: "payment_no_format" };
  if (!isTradeNo(tradeNo)) return { ok: false, reason: "trade_no_format", ...about };
  const amountCents = readAmount(total);
  if (amountCents === undefined) return { ok: false, reason: "amount_format", ...about };
  const isOurs = field("app_id") === account.app_id;
  const isOurSeller = !account.seller_id || field("seller_id") === account.seller_id;
  if (!isOurs || !isOurSeller) return { ok: false, reason: "merchant", ...about };
  // A refund repeats the trade's status: it is no payment and ends none.
  if (fields.has("refund_fee") || fields.has("gmt_refund"))
    return { ok: true, notification: null, status: `${status}/refund` };
  return {
    ok: true,
    notification: {
      paymentNo,
      tradeNo,
      isPaid: isPaidStatus(status),
      status,
      amountCents,
      currency: "CNY",
      merchant: account.app_id,
      ...(status === "TRADE_CLOSED" ? { failure: "left" as const } : {}),
    },
  };
}

export function verifyAlipay(account: AlipayAccount, message: NotificationMessage): Verification {
  if (message.method !== "POST") return { ok: false, reason: "malformed" };
  const read = readPostedForm(message);
  if (!read.ok) return read;
  const { fields } = read;
  const claimed = fields.get("out_trade_no") ?? "";
  const about = isPaymentNo(claimed) ? { claimedPaymentNo: claimed } : {};
  // SHA-1 is offered by the protocol; a sender cannot choose it.
  if (fields.get("sign_type") !== "RSA2") return { ok: false, reason: "sign_type", ...about };
  if (ambiguousFields(fields, echoed).length > 0) return { ok: false, reason: "malformed", ...about };
  if (!isSigned(account, fields)) return { ok: false, reason: "signature", ...about };
  return readFields(account, fields);
}
