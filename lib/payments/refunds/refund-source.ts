import { type Cents, minCents } from "../../core/money";
import type { Payment } from "../../db/generated/client";
import type { Reader } from "../../db/transaction";
import { type Channel, findChannel } from "../channels/channel-account";
import { askedOf, stepOfAccount } from "../exchange";

type PaidPayment = Pick<
  Payment,
  | "id"
  | "paymentNo"
  | "channelId"
  | "tradeNo"
  | "amountCents"
  | "feeCents"
  | "currency"
  | "gatewayCents"
  | "gatewayCurrency"
>;

/** A paid payment whose gateway can send money back, and how much of it is left. */
export interface RefundSource {
  payment: PaidPayment;
  channel: Channel;
  leftCents: Cents;
  returnedCents: Cents;
  gatewayReturnedCents: Cents;
}

async function toSource(reader: Reader, payment: PaidPayment | null): Promise<RefundSource | null> {
  if (!payment?.tradeNo) return null;
  const channel = await findChannel(reader, payment.channelId);
  if (!channel?.account.refund) return null;
  // A refund that the gateway refused counts as well: it is still to be sent, or was paid by hand.
  const { _sum } = await reader.refund.aggregate({
    where: { viaPaymentId: payment.id },
    _sum: { amountCents: true, gatewayCents: true },
  });
  const returnedCents = _sum.amountCents ?? 0n;
  return {
    payment,
    channel,
    // The channel's fee was the price of paying this way and is no part of the order.
    leftCents: payment.amountCents - payment.feeCents - returnedCents,
    returnedCents,
    gatewayReturnedCents: _sum.gatewayCents ?? 0n,
  };
}

/** The payment that paid an order, where its gateway can send money back. */
export async function findOrderSource(reader: Reader, orderId: number): Promise<RefundSource | null> {
  const payment = await reader.payment.findFirst({
    where: { orderId, state: "paid", disposition: { in: ["applied", "late"] } },
    orderBy: { id: "asc" },
  });
  return toSource(reader, payment);
}

/** A payment that nothing asked for goes back whole, its fee included. */
export async function findOverpaidSource(reader: Reader, paymentId: number): Promise<RefundSource | null> {
  const payment = await reader.payment.findUnique({ where: { id: paymentId } });
  const source = await toSource(reader, payment);
  return source && { ...source, leftCents: source.leftCents + source.payment.feeCents };
}

/**
 * Sum that the gateway is asked to send back for a part of a payment, in its own currency: at the rate of the payment,
 * in whole steps of the currency, all parts together never above what it took, and exactly that for the whole.
 */
export function gatewayShare(source: RefundSource, amountCents: Cents): Cents {
  const { payment, channel, returnedCents, gatewayReturnedCents } = source;
  const asked = askedOf(payment).amountCents;
  const step = stepOfAccount(channel.account);
  const upTo = returnedCents + amountCents;
  const share = upTo === payment.amountCents ? asked : ((upTo * asked) / payment.amountCents / step) * step;
  return minCents(share, asked) - gatewayReturnedCents;
}
