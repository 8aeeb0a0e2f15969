import { addSeconds, now } from "../../../core/clock";
import { foreignWords } from "../../../core/refusals/noted";
import { problem } from "../../../core/refusals/refusal";
import { GatewayError } from "../../gateway-request";
import type {
  CreateRequest,
  PaymentKey,
  PaymentStart,
  Probed,
  QueryResult,
  RefundOrder,
  RefundResult,
} from "../../provider";
import { toMinorUnits } from "../minor-units";
import { plainTitle } from "../plain-title";
import { readTransaction } from "./wechat-message";
import { askWechat, isDone, type WechatAccount, type WechatAnswer, whyNot } from "./wechat-request";

/** RFC 3339 in WeChat's time zone. It takes no end that is less than a minute away. */
function endOf(expiresAt: Date): string {
  const end = Math.max(expiresAt.getTime(), addSeconds(now(), 120).getTime());
  return `${new Date(end + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`;
}

/** Asked again for the same number and amount, WeChat Pay goes on with the same transaction. */
export async function createTransaction(
  account: WechatAccount,
  request: CreateRequest,
): Promise<PaymentStart> {
  const isH5 = account.mode === "h5" || (account.mode === "auto" && request.device !== "pc");
  const answer = await askWechat(account, "wechat.create", {
    path: `/v3/pay/transactions/${isH5 ? "h5" : "native"}`,
    json: {
      appid: account.app_id,
      mchid: account.mch_id,
      description: plainTitle(request.title, 120),
      out_trade_no: request.paymentNo,
      time_expire: endOf(request.expiresAt),
      notify_url: request.notifyUrl,
      amount: { total: toMinorUnits(request.amountCents, request.currency), currency: request.currency },
      ...(isH5 ? { scene_info: { payer_client_ip: request.clientIp, h5_info: { type: "Wap" } } } : {}),
    },
  });
  if (!isDone(answer))
    throw new GatewayError(problem("wechat_refused", { reason: foreignWords(whyNot(answer)) }));
  if (!isH5 && answer.code_url) return { payUrl: null, qrCode: answer.code_url, form: null };
  if (!isH5 || !/^https?:\/\//.test(answer.h5_url)) throw new GatewayError(problem("wechat_answer_no_link"));
  const back = `redirect_url=${encodeURIComponent(request.returnUrl)}`;
  const payUrl = `${answer.h5_url}${answer.h5_url.includes("?") ? "&" : "?"}${back}`;
  return { payUrl, qrCode: null, form: null };
}

const isNotThere = ({ code, httpStatus }: WechatAnswer) =>
  httpStatus === 404 && (code === "ORDER_NOT_EXIST" || code === "RESOURCE_NOT_EXISTS");

export async function queryTransaction(
  account: WechatAccount,
  { paymentNo }: PaymentKey,
): Promise<QueryResult> {
  const path = `/v3/pay/transactions/out-trade-no/${encodeURIComponent(paymentNo)}?mchid=${account.mch_id}`;
  const answer = await askWechat(account, "wechat.query", { path });
  if (isNotThere(answer)) return { state: "unknown" };
  if (!isDone(answer))
    throw new GatewayError(problem("wechat_refused", { reason: foreignWords(whyNot(answer)) }));
  const reading = readTransaction(account, JSON.parse(answer.text));
  if (!reading.ok || reading.notification?.paymentNo !== paymentNo)
    throw new GatewayError(problem("wechat_answer_unfit"));
  const { notification } = reading;
  if (notification.isPaid) return { state: "paid", notification };
  return notification.failure ? { state: "failed", failure: notification.failure } : { state: "unpaid" };
}

function resultOf(answer: WechatAnswer): RefundResult {
  if (!isDone(answer)) return { state: "failed", message: whyNot(answer) };
  if (answer.status === "SUCCESS") return { state: "done" };
  return answer.status === "PROCESSING"
    ? { state: "pending" }
    : { state: "failed", message: `WeChat Pay: ${answer.status}` };
}

/** The refund number makes it one refund, however often it is asked for. */
export async function refundTransaction(account: WechatAccount, order: RefundOrder): Promise<RefundResult> {
  const units = (cents: bigint) => toMinorUnits(cents, order.currency);
  const answer = await askWechat(account, "wechat.refund", {
    path: "/v3/refund/domestic/refunds",
    json: {
      transaction_id: order.payment.tradeNo,
      out_refund_no: order.refundNo,
      reason: plainTitle(order.reason, 80),
      amount: {
        refund: units(order.amountCents),
        total: units(order.payment.amountCents),
        currency: order.currency,
      },
    },
  });
  return resultOf(answer);
}

export async function queryWechatRefund(account: WechatAccount, order: RefundOrder): Promise<RefundResult> {
  const path = `/v3/refund/domestic/refunds/${encodeURIComponent(order.refundNo)}`;
  const answer = await askWechat(account, "wechat.refund_query", { path });
  if (isNotThere(answer)) return { state: "unknown" };
  if (!isDone(answer))
    throw new GatewayError(problem("wechat_refused", { reason: foreignWords(whyNot(answer)) }));
  return resultOf(answer);
}

/** A number that no transaction has: the answer shows whether merchant, key and signature are right. */
export async function probeWechat(account: WechatAccount): Promise<Probed> {
  const path = `/v3/pay/transactions/out-trade-no/KEYSHELF-TEST?mchid=${account.mch_id}`;
  const answer = await askWechat(account, "wechat.probe", { path });
  const passed = isDone(answer) || isNotThere(answer);
  return {
    passed,
    told: passed
      ? problem("wechat_knows_merchant", { merchant: account.mch_id })
      : foreignWords(whyNot(answer)),
  };
}
