import { now } from "../../core/clock";
import { isAppError } from "../../core/errors";
import { log } from "../../core/process/log";
import { db } from "../../db/client";
import { consumeLimit } from "../../db/rate-limit";
import { findChannel } from "../../payments/channels/channel-account";
import { GatewayError } from "../../payments/gateway-request";
import { movePayment } from "../../payments/move-payment";
import { keyOf } from "../../payments/provider";
import type { CheckedPayment } from "../../payments/schema";
import type { PaymentState } from "../../payments/state";
import { viewFailure } from "../../payments/view";
import { type AskedPayment, findAskedPayment } from "../sql/asked-payment";
import { acceptNotification } from "./accept-notification";
import { askChannel } from "./ask-channel";

/**
 * Asks the gateway about a payment and books what it says. A gateway that cannot be reached changes nothing.
 * @returns the payment's state afterwards.
 */
export async function queryPayment(paymentId: number): Promise<PaymentState> {
  const [payment] = await findAskedPayment(db(), { paymentId, at: now() });
  if (!payment) throw new Error(`There is no payment ${paymentId}`);
  return payment.state === "paid" ? "paid" : askGateway(payment);
}

/** The same of a payment that is at hand and not paid. Money that the shop would have to send back at once is not taken. */
export async function askGateway(payment: AskedPayment): Promise<PaymentState> {
  const channel = await findChannel(db(), payment.channelId);
  if (!channel?.account.query) return payment.state;
  try {
    const { collect } = channel.account;
    let answer = await askChannel(channel, payment);
    if (answer.state === "approved" && collect && payment.isWanted) answer = await collect(keyOf(payment));
    if (answer.state === "failed") {
      const isMoved = await movePayment(db(), payment.id, { to: "failed", failure: answer.failure });
      return isMoved ? "failed" : payment.state;
    }
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

/** The buyer waits or came back: asks the gateway, but not more often than it can bear. `null` for an unknown number. */
export async function checkPayment(paymentNo: string): Promise<CheckedPayment | null> {
  const read = () =>
    db().payment.findUnique({ where: { paymentNo }, select: { id: true, state: true, failure: true } });
  const before = await read();
  if (!before) return null;
  const view = ({ state, failure }: typeof before): CheckedPayment => ({
    payment_no: paymentNo,
    state,
    failure: viewFailure(failure),
  });
  if (before.state === "paid" || before.state === "failed") return view(before);
  try {
    await consumeLimit("payment_query", String(before.id));
  } catch (error) {
    if (isAppError(error, "rate_limited")) return view(before);
    throw error;
  }
  await queryPayment(before.id);
  return view((await read()) ?? before);
}
