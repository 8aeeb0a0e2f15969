import { addSeconds, now } from "../../../core/clock";
import { formatMoney } from "../../../core/money";
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
import { isTradeNo, readAmount } from "../number-formats";
import { plainTitle } from "../plain-title";
import { isPaidStatus } from "./alipay-message";
import {
  type AlipayAccount,
  type AlipayAnswer,
  alipayLink,
  alipayTime,
  askAlipay,
  isDone,
  isFinal,
  whyNot,
} from "./alipay-request";

const notThere = "ACQ.TRADE_NOT_EXIST";

/** Alipay takes no end that is less than a minute away. */
const endOf = (expiresAt: Date) =>
  alipayTime(new Date(Math.max(expiresAt.getTime(), addSeconds(now(), 120).getTime())));

async function precreate(account: AlipayAccount, request: CreateRequest, content: Record<string, string>) {
  const answer = await askAlipay(account, "alipay.create", {
    method: "alipay.trade.precreate",
    content,
    notifyUrl: request.notifyUrl,
  });
  if (!isDone(answer) || !answer.qr_code)
    throw new GatewayError(problem("alipay_refused", { reason: foreignWords(whyNot(answer)) }));
  return { payUrl: null, qrCode: answer.qr_code, form: null };
}

/** Asked again for the same number and amount, Alipay goes on with the same trade. */
export async function createTrade(account: AlipayAccount, request: CreateRequest): Promise<PaymentStart> {
  const content = {
    out_trade_no: request.paymentNo,
    total_amount: formatMoney(request.amountCents),
    subject: plainTitle(request.title, 240),
    time_expire: endOf(request.expiresAt),
  };
  if (account.mode === "precreate") return precreate(account, request, content);
  const isWap = account.mode === "wap" || (account.mode === "auto" && request.device !== "pc");
  const [method, product_code] = isWap
    ? ["alipay.trade.wap.pay", "QUICK_WAP_WAY"]
    : ["alipay.trade.page.pay", "FAST_INSTANT_TRADE_PAY"];
  const { notifyUrl, returnUrl } = request;
  const payUrl = alipayLink(account, method, { content: { ...content, product_code }, notifyUrl, returnUrl });
  return { payUrl, qrCode: null, form: null };
}

/** Until the buyer opens Alipay's page there is no trade. */
export async function queryTrade(account: AlipayAccount, { paymentNo }: PaymentKey): Promise<QueryResult> {
  const answer = await askAlipay(account, "alipay.query", {
    method: "alipay.trade.query",
    content: { out_trade_no: paymentNo },
  });
  if (answer.sub_code === notThere) return { state: "unknown" };
  if (!isDone(answer))
    throw new GatewayError(problem("alipay_refused", { reason: foreignWords(whyNot(answer)) }));
  if (answer.trade_status === "TRADE_CLOSED") return { state: "failed", failure: "left" };
  if (!isPaidStatus(answer.trade_status)) return { state: "unpaid" };
  const amountCents = readAmount(answer.total_amount);
  if (answer.out_trade_no !== paymentNo || !isTradeNo(answer.trade_no) || amountCents === undefined)
    throw new GatewayError(problem("alipay_answer_unfit"));
  return {
    state: "paid",
    notification: {
      paymentNo,
      tradeNo: answer.trade_no,
      isPaid: true,
      status: answer.trade_status,
      amountCents,
      currency: "CNY",
      merchant: account.app_id,
    },
  };
}

const requireFinal = (answer: AlipayAnswer): AlipayAnswer => {
  if (!isFinal(answer))
    throw new GatewayError(problem("alipay_undecided", { reason: foreignWords(whyNot(answer)) }));
  return answer;
};

export async function queryAlipayRefund(account: AlipayAccount, order: RefundOrder): Promise<RefundResult> {
  const answer = requireFinal(
    await askAlipay(account, "alipay.refund_query", {
      method: "alipay.trade.fastpay.refund.query",
      content: { trade_no: order.payment.tradeNo, out_request_no: order.refundNo },
    }),
  );
  // Also for a number that it never heard: the answer is a success without a status.
  return { state: isDone(answer) && answer.refund_status === "REFUND_SUCCESS" ? "done" : "unknown" };
}

/** The refund number makes it one refund, however often it is asked for. */
export async function refundTrade(account: AlipayAccount, order: RefundOrder): Promise<RefundResult> {
  const answer = requireFinal(
    await askAlipay(account, "alipay.refund", {
      method: "alipay.trade.refund",
      content: {
        trade_no: order.payment.tradeNo,
        out_request_no: order.refundNo,
        refund_amount: formatMoney(order.amountCents),
        refund_reason: plainTitle(order.reason, 240),
      },
    }),
  );
  if (!isDone(answer)) return { state: "failed", message: whyNot(answer) };
  if (answer.fund_change === "Y") return { state: "done" };
  // No money moved by this call: it was made before, or is on its way.
  const { state } = await queryAlipayRefund(account, order);
  return { state: state === "done" ? "done" : "pending" };
}

/** A number that no trade has: the answer shows whether application, key and signature are right. */
export async function probeAlipay(account: AlipayAccount): Promise<Probed> {
  const answer = await askAlipay(account, "alipay.probe", {
    method: "alipay.trade.query",
    content: { out_trade_no: "KEYSHELF-TEST" },
  });
  const passed = isDone(answer) || answer.sub_code === notThere;
  return {
    passed,
    told: passed
      ? problem("alipay_knows_application", { app: account.app_id })
      : foreignWords(whyNot(answer)),
  };
}
