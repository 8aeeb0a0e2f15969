import type { ClientInfo } from "../../acts/actor";
import { failpoint } from "../../core/process/failpoint";
import { metrics } from "../../core/process/metrics";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import type { Channel } from "../../payments/channels/channel-account";
import {
  acceptPaymentEvent,
  type PaymentEventInput,
  recordPaymentEvent,
} from "../../payments/events/record-event";
import { askedOf } from "../../payments/exchange";
import { GatewayError } from "../../payments/gateway-request";
import { movePayment } from "../../payments/move-payment";
import type { Fault, PaymentNotification, RejectReason } from "../../payments/provider";
import { findArrivedPayment } from "../sql/arrived-payment";
import { type ArrivedPayment, applyPayment, lockPayment } from "./apply-payment";
import { askChannel } from "./ask-channel";

export type RefusalReason =
  | RejectReason
  | "unknown_channel"
  | "unusable_channel"
  | "unknown_payment"
  | "not_paid"
  | "trade_over"
  | "amount"
  | "currency"
  | "contradicted"
  | "query_unpaid"
  | "query_differs"
  | "query_failed"
  | "trade_no_reused";

export type Acceptance =
  | { verdict: "accepted" | "duplicate" }
  /** `ours`: it may be true, but we could not find out; the gateway shall repeat it. */
  | { verdict: "refused"; reason: RefusalReason; fault: Fault };

export interface Origin {
  source: "notification" | "query";
  redacted: string;
  client: ClientInfo | null;
}

/** Refusals that a genuine gateway never causes, or that an operator has to fix: worth an alert. */
const alarming: Partial<Record<RefusalReason, string>> = {
  merchant: "names another merchant account",
  amount: "names another amount",
  currency: "is in another currency",
  contradicted: "says paid after an earlier one said that this trade is over",
  query_unpaid: "is denied by the gateway when asked",
  query_differs: "is told otherwise by the gateway when asked",
  trade_no_reused: "repeats the trade number of another payment",
  signature: "has a wrong signature (was the key changed at the gateway?)",
};

interface Refusal {
  channelId: number | null;
  payment: { id: number; paymentNo: string } | null;
  reason: RefusalReason;
  tradeNo?: string;
  fault?: Fault;
}

/** Keeps the message and, where somebody has to look, raises an alert. */
export async function refuseNotification(origin: Origin, refusal: Refusal): Promise<Acceptance> {
  const { channelId, payment, reason, tradeNo, fault = "refused" } = refusal;
  metrics.notifications.inc({ verdict: reason });
  const words = payment ? alarming[reason] : undefined;
  await inTransaction(async (tx) => {
    await recordPaymentEvent(tx, {
      ...eventOf(origin, channelId, payment?.id ?? null),
      verdict: "refused",
      reason,
      tradeNo: tradeNo ?? null,
    });
    if (!payment || !words) return;
    await raiseAlert(tx, {
      kind: "payment.refused",
      data: { paymentNo: payment.paymentNo, reason },
      message: `A message about payment ${payment.paymentNo} ${words}. Nothing was delivered for it.`,
      reference: payment.paymentNo,
      dedupeKey: `payment.refused:${payment.paymentNo}:${reason}`,
    });
  });
  return { verdict: "refused", reason, fault };
}

const eventOf = (
  { source, redacted, client }: Origin,
  channelId: number | null,
  paymentId: number | null,
): Omit<PaymentEventInput, "verdict"> => ({
  channelId,
  paymentId,
  source,
  redacted,
  ip: client?.ip ?? null,
  requestId: client?.requestId ?? null,
});

/** Genuine and of no use to the shop: kept, so that the operator sees that the gateway reaches it. */
export async function ignoreNotification(
  origin: Origin,
  { channelId, status }: { channelId: number; status: string },
): Promise<void> {
  metrics.notifications.inc({ verdict: "ignored" });
  await recordPaymentEvent(db(), { ...eventOf(origin, channelId, null), verdict: "ignored", reason: status });
}

/** P2, P4, P16: a paid state, and the stored amount and currency exactly. The merchant was compared by the provider. */
function compare(notification: PaymentNotification, payment: ArrivedPayment): RefusalReason | null {
  if (!notification.isPaid) return notification.failure ? "trade_over" : "not_paid";
  const asked = askedOf(payment);
  if (notification.amountCents !== asked.amountCents) return "amount";
  return notification.currency === asked.currency ? null : "currency";
}

/** An MD5 signature alone is weak: what the gateway itself says when asked decides. No transaction is open here. */
async function confirm(
  { channel, notification, payment }: Omit<Booking, "event">,
  isContradicted: boolean,
): Promise<{ reason: RefusalReason; fault: "refused" | "ours" } | null> {
  const { account } = channel;
  if (!account.query) return isContradicted ? { reason: "contradicted", fault: "refused" } : null;
  if (!account.confirmsByQuery && !isContradicted) return null;
  try {
    const answer = await askChannel(channel, payment);
    if (answer.state === "refused") return { reason: "query_failed", fault: "ours" };
    if (answer.state !== "paid") return { reason: "query_unpaid", fault: "refused" };
    const { tradeNo, amountCents } = answer.notification;
    const isSame = tradeNo === notification.tradeNo && amountCents === notification.amountCents;
    return isSame ? null : { reason: "query_differs", fault: "refused" };
  } catch (error) {
    if (error instanceof GatewayError) return { reason: "query_failed", fault: "ours" };
    throw error;
  }
}

export interface Booking {
  channel: Channel;
  notification: PaymentNotification;
  payment: ArrivedPayment;
  event: Omit<PaymentEventInput, "verdict">;
}

/** Books a payment of any kind, with the payment and what it is for locked. */
export async function bookPayment(booking: Booking): Promise<"accepted" | "duplicate"> {
  const { channel, notification, payment, event } = booking;
  const { paymentNo, tradeNo } = notification;
  return inTransaction(async (tx) => {
    const dedupeKey = `${channel.id}:${paymentNo}:${tradeNo}`;
    const [locked, isNew] = await Promise.all([
      lockPayment(tx, payment),
      acceptPaymentEvent(tx, { ...event, verdict: "accepted" }, dedupeKey),
    ]);
    if (!isNew) return "duplicate";
    await applyPayment(tx, { payment, tradeNo, actor: `gateway:${channel.provider.code}` }, locked);
    failpoint("before-commit");
    return "accepted";
  });
}

/** @returns what became of it: `duplicate` when this trade was booked before. */
async function book(booking: Booking): Promise<"accepted" | "duplicate" | "trade_no_reused"> {
  try {
    return await bookPayment(booking);
  } catch (error) {
    if (isUniqueViolation(error, "payments_channel_id_trade_no_key")) return "trade_no_reused";
    throw error;
  }
}

/**
 * C31, after the proof: finds the payment within the channel, compares, asks the gateway back where the proof is weak, and
 * then in one transaction: unique event row, payment, order, ledger, jobs.
 */
export async function acceptNotification(
  channel: Channel,
  notification: PaymentNotification,
  origin: Origin,
): Promise<Acceptance> {
  const payment = await findArrivedPayment({
    paymentNo: notification.paymentNo,
    channelId: channel.id,
    tradeNo: notification.tradeNo,
  });
  const refuse = (reason: RefusalReason, fault: Fault = "refused") =>
    refuseNotification(origin, {
      channelId: channel.id,
      payment,
      reason,
      tradeNo: notification.tradeNo,
      fault,
    });
  if (!payment) return refuse("unknown_payment");
  const difference = compare(notification, payment);
  if (difference === "trade_over" && notification.failure)
    await movePayment(db(), payment.id, { to: "failed", failure: notification.failure });
  if (difference) return refuse(difference, notification.isPaid ? "refused" : "not_paid");

  const event = { ...eventOf(origin, channel.id, payment.id), tradeNo: notification.tradeNo };
  // A notification with another trade number is a second payment. A query only tells that the known payment is paid.
  const isKnown =
    payment.state === "paid" && (payment.tradeNo === notification.tradeNo || origin.source === "query");
  if (!isKnown && origin.source === "notification") {
    const doubt = await confirm({ channel, notification, payment }, payment.wasTradeOver);
    if (doubt) return refuse(doubt.reason, doubt.fault);
  }
  const verdict = isKnown ? "duplicate" : await book({ channel, notification, payment, event });
  if (verdict === "trade_no_reused") return refuse(verdict);
  metrics.notifications.inc({ verdict });
  if (verdict === "duplicate") await recordPaymentEvent(db(), { ...event, verdict });
  else failpoint("after-commit");
  return { verdict };
}
