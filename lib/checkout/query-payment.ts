import { isAppError } from "../core/errors";
import { log } from "../core/log";
import { db } from "../db/client";
import { consumeRateLimit } from "../db/rate-limit";
import { findChannel } from "../payments/channel-account";
import { GatewayError } from "../payments/gateway-request";
import { acceptNotification } from "./accept-notification";

export type PaymentStateName = "pending" | "paid" | "closed";

/**
 * Asks the gateway about a payment and books what it says. A gateway that cannot be reached changes nothing.
 * @returns the payment's state afterwards.
 */
export async function queryPayment(paymentId: number): Promise<PaymentStateName> {
  const payment = await db().payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: { paymentNo: true, state: true, channelId: true },
  });
  if (payment.state === "paid") return "paid";
  const channel = await findChannel(db(), payment.channelId);
  if (!channel?.account.query) return payment.state;
  try {
    const answer = await channel.account.query(payment.paymentNo);
    if (answer.state !== "paid") return payment.state;
    const { notification } = answer;
    const redacted = `trade_no=${notification.tradeNo}\nstatus=${notification.status}\nmoney_cents=${notification.amountCents}`;
    const { verdict } = await acceptNotification(channel, notification, {
      source: "query",
      client: null,
      redacted,
    });
    return verdict === "refused" ? payment.state : "paid";
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    log.warn({ payment_no: payment.paymentNo, reason: error.message }, "payment query failed");
    return payment.state;
  }
}

/** How often a waiting buyer may make us ask the gateway. */
const checkEvery = { limit: 1, windowSeconds: 4 };

/** The buyer waits or came back: asks the gateway, but not more often than it can bear. `null` for an unknown number. */
export async function checkPayment(paymentNo: string): Promise<PaymentStateName | null> {
  const payment = await db().payment.findUnique({ where: { paymentNo }, select: { id: true, state: true } });
  if (!payment || payment.state === "paid") return payment?.state ?? null;
  try {
    await consumeRateLimit(`payment-check:${payment.id}`, checkEvery);
  } catch (error) {
    if (isAppError(error, "rate_limited")) return payment.state;
    throw error;
  }
  return queryPayment(payment.id);
}
