import { languages } from "../../../messages/languages";
import { addSeconds, now } from "../../core/clock";
import { toLocale } from "../../core/locale";
import { formatMoney, nameAmount } from "../../core/money";
import { failpoint } from "../../core/process/failpoint";
import { log } from "../../core/process/log";
import { foreignWords, note } from "../../core/refusals/noted";
import { type Problem, problem } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import type { Payment } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { recordEvent } from "../../orders/record-event";
import { findChannel } from "../../payments/channels/channel-account";
import { GatewayError } from "../../payments/gateway-request";
import { type GatewayAccount, keyOf, type RefundOrder, type RefundResult } from "../../payments/provider";
import { moveRefund } from "../../payments/refunds/move-refund";
import { enqueueRefund, nextAskAt } from "../../payments/refunds/refund-schedule";
import { completeRefund, type OpenRefund, refundAlert } from "./complete-refund";

type SentRefund = OpenRefund & { via: Payment; order: { locale: string } };

async function findProcessing(refundId: number): Promise<SentRefund | null> {
  const refund = await db().refund.findUnique({
    where: { id: refundId },
    include: { order: { select: { orderNo: true, locale: true } }, via: true },
  });
  return refund?.status === "processing" && refund.via ? { ...refund, via: refund.via } : null;
}

/** After a refusal it is another refund to the gateway: under the old number some repeat their old answer for ever. */
const numberOf = ({ refundNo, attempt }: SentRefund) => (attempt === 0 ? refundNo : `${refundNo}-${attempt}`);

function orderOf(refund: SentRefund): RefundOrder {
  const { via } = refund;
  return {
    refundNo: numberOf(refund),
    payment: { ...keyOf(via), tradeNo: via.tradeNo ?? "" },
    amountCents: refund.gatewayCents ?? refund.amountCents,
    currency: refund.gatewayCurrency ?? via.currency,
    reason:
      refund.reason ?? languages[toLocale(refund.order.locale)].gatewayLines.refund(refund.order.orderNo),
  };
}

/**
 * Asks the gateway for it, under a number of which it makes one refund. It is written down before the gateway hears of it, so that
 * after a crash or a lost answer the gateway is asked first what it has done.
 */
async function ask(account: GatewayAccount, refund: SentRefund): Promise<RefundResult> {
  const order = orderOf(refund);
  if (refund.sentAt && account.queryRefund) {
    const known = await account.queryRefund(order);
    if (known.state !== "unknown") return known;
  }
  await db().refund.update({ where: { id: refund.id }, data: { sentAt: now() }, select: { id: true } });
  const result = await account.refund?.(order);
  failpoint("before-refund-answer");
  if (!result) throw new GatewayError(problem("channel_cannot_refund"));
  return result;
}

async function askGateway(refund: SentRefund): Promise<RefundResult> {
  const channel = await findChannel(db(), refund.via.channelId);
  try {
    if (!channel) throw new GatewayError(problem("channel_settings_unusable"));
    return await ask(channel.account, refund);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn(
      { refund_no: refund.refundNo, reason: error.message },
      "the gateway did not answer for a refund",
    );
    return { state: "pending" };
  }
}

const actorOf = (refund: SentRefund) => `gateway:${refund.via.channelId}`;

const complete = (refund: SentRefund) =>
  inTransaction((tx) => completeRefund(tx, refund, { actor: actorOf(refund), staffId: null }));

/** Back to a person: nothing was sent back. */
async function fail(refund: SentRefund, reason: Problem): Promise<void> {
  const { refundNo, via, order } = refund;
  const amount = nameAmount(formatMoney(refund.amountCents), via.currency);
  await inTransaction(async (tx) => {
    if (!(await moveRefund(tx, refundNo, { to: "failed", failure: note(reason) }))) return;
    await recordEvent(tx, {
      orderId: refund.orderId,
      kind: "refund_failed",
      actor: actorOf(refund),
      data: { amount: formatMoney(refund.amountCents), reason },
    });
    await raiseAlert(tx, {
      ...refundAlert("payment.refund_failed", refundNo),
      data: { amount, orderNo: order.orderNo, reason },
      reference: order.orderNo,
    });
  });
}

const patienceSeconds = 24 * 3_600;

async function askLater(refund: SentRefund): Promise<void> {
  const runAt = nextAskAt(refund.askedCount);
  await inTransaction(async (tx) => {
    const { count } = await tx.refund.updateMany({
      where: { id: refund.id, status: "processing" },
      data: { askedCount: { increment: 1 }, nextAskAt: runAt },
    });
    if (count === 0) return;
    await enqueueRefund(tx, refund.id, runAt);
    if (refund.createdAt > addSeconds(now(), -patienceSeconds)) return;
    await raiseAlert(tx, {
      ...refundAlert("payment.refund_open", refund.refundNo),
      data: {
        amount: nameAmount(formatMoney(refund.amountCents), refund.via.currency),
        orderNo: refund.order.orderNo,
      },
      reference: refund.order.orderNo,
    });
  });
}

/** One turn for a refund that is to go back through its gateway. May run twice at once: the gateway's number and the move decide. */
export async function sendRefund(refundId: number): Promise<void> {
  const refund = await findProcessing(refundId);
  if (!refund) return;
  const result = await askGateway(refund);
  if (result.state === "done") await complete(refund);
  else if (result.state === "failed") await fail(refund, foreignWords(result.message));
  else await askLater(refund);
}

/** A job this late was lost, not slow. */
const overdueSeconds = 300;

/** The safety net under the jobs. */
export async function resumeRefunds(): Promise<void> {
  const overdue = await db().refund.findMany({
    where: { status: "processing", nextAskAt: { lt: addSeconds(now(), -overdueSeconds) } },
    orderBy: { nextAskAt: "asc" },
    take: 100,
    select: { id: true },
  });
  await inTransaction(async (tx) => {
    for (const { id } of overdue) await enqueueRefund(tx, id);
  });
}
