import type { ClientInfo } from "../accounts/actor";
import { getConfig } from "../config/config";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { newPaymentNo } from "../core/ids";
import { type Cents, feeOf, formatMoney, maxCents, nameAmount, writeCents } from "../core/money";
import { refusal, type Said } from "../core/refusals/refusal";
import { db } from "../db/client";
import { Prisma } from "../db/generated/client";
import { inTransaction, type Tx } from "../db/transaction";
import { lockOrder } from "../orders/mark-order-paid";
import { deviceOf } from "../payments/buyer-device";
import { type Channel, getUsableChannel } from "../payments/channel-account";
import { noted } from "../payments/channel-health";
import { askedOf, gatewayAmount, takesCurrency, takesSum } from "../payments/exchange";
import { GatewayError } from "../payments/gateway-request";
import { movePayment } from "../payments/move-payment";
import { notifyPath } from "../payments/notification-target";
import type { Chooser } from "../payments/offers/decide-offer";
import type { CreateRequest, PaymentStart } from "../payments/provider";
import { nextQueryAt } from "../payments/query-schedule";
import type { PaymentView } from "../payments/schema";
import { viewPayment } from "../payments/view";
import { lockRecharge } from "../wallet/sql";
import { orderChooser, rechargeChooser } from "./choosers";
import { insertPaymentOfNewOrder } from "./sql/insert-payment";

export type { PaymentView };

export type PaymentSubject = { orderId: number } | { rechargeId: number };

export type StartPayment = PaymentSubject & { channelId: number; client: ClientInfo };

export interface Subject {
  amountCents: Cents;
  currency: string;
  expiresAt: Date;
  title: string;
}

const chooserOf = (input: StartPayment): Chooser =>
  "orderId" in input
    ? orderChooser({ orderId: input.orderId }, input.client)
    : rechargeChooser(input.rechargeId, input.client);

const notPayable = (said: Said) => new AppError("order_not_payable", said);

async function readOrder(tx: Tx, orderId: number): Promise<Subject> {
  // Two clicks at once begin one payment: the second finds the first one's row.
  await lockOrder(tx, orderId);
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      status: true,
      amountCents: true,
      walletPaidCents: true,
      currency: true,
      expireAt: true,
      items: { select: { title: true }, orderBy: { position: "asc" }, take: 1 },
    },
  });
  if (order.status !== "pending_payment" || order.expireAt <= now()) throw notPayable("order_not_payable");
  return {
    amountCents: order.amountCents - order.walletPaidCents,
    currency: order.currency,
    expiresAt: order.expireAt,
    title: order.items[0]?.title ?? "Order",
  };
}

async function readRecharge(tx: Tx, rechargeId: number): Promise<Subject> {
  await lockRecharge(tx, rechargeId);
  const recharge = await tx.recharge.findUniqueOrThrow({ where: { id: rechargeId } });
  if (recharge.status !== "pending" || recharge.expireAt <= now()) throw notPayable("recharge_not_payable");
  const { amountCents, currency, expireAt } = recharge;
  return {
    amountCents,
    currency,
    expiresAt: expireAt,
    title: `Balance ${nameAmount(formatMoney(amountCents), currency)}`,
  };
}

function checkChannel(
  channel: Channel,
  { amountCents, currency }: Pick<Subject, "amountCents" | "currency">,
): void {
  const wrong = (said: Said) => new AppError("malformed", said, { field: "payment_channel_id" });
  if (amountCents <= 0n) throw notPayable("nothing_to_pay");
  if (!takesCurrency(channel, currency))
    throw wrong(refusal("channel_currency", { currency: channel.account.currency, other: currency }));
  const total = amountCents + feeOf(amountCents, channel.feeBps);
  if (total > maxCents) throw wrong("fee_too_large");
  const atGateway = gatewayAmount(channel, { amountCents: total, currency });
  const asked = atGateway?.gatewayCents ?? total;
  if (!takesSum(channel, asked)) throw wrong(refusal("channel_sum", { currency: channel.account.currency }));
  if (channel.minCents !== null && amountCents < channel.minCents)
    throw wrong(refusal("channel_minimum", { min: writeCents(channel.minCents, currency) }));
  if (channel.maxCents !== null && amountCents > channel.maxCents)
    throw wrong(refusal("channel_maximum", { max: writeCents(channel.maxCents, currency) }));
}

/**
 * Refuses a channel that could not take this money, before an order is made for it: the buyer would be left with an order
 * and an error. @throws AppError `malformed` (payment_channel_id)
 */
export async function checkPaymentChannel(
  channelId: number,
  chooser: Chooser,
  amount: { amountCents: Cents; currency: string },
): Promise<Channel> {
  const channel = await getUsableChannel(db(), channelId, chooser);
  if (amount.amountCents > 0n) checkChannel(channel, amount);
  return channel;
}

const startColumns = ({ payUrl, qrCode, form, reference }: PaymentStart) => ({
  payUrl,
  qrCode,
  form: form === null ? Prisma.DbNull : { ...form },
  gatewayReference: reference ?? null,
});

type Asked = Parameters<typeof askedOf>[0];

/** The sum in the shop's currency, and what it is at the gateway where that counts in another. */
const amountsOf = (channel: Channel, { amountCents, currency }: Subject) => {
  const feeCents = feeOf(amountCents, channel.feeBps);
  const total = { amountCents: amountCents + feeCents, currency };
  const none = { gatewayCents: null, gatewayCurrency: null, gatewayRate: null };
  return { ...total, feeCents, ...(gatewayAmount(channel, total) ?? none) };
};

const requestTo = (
  channel: Channel,
  { title, expiresAt }: Subject,
  { asked, paymentNo, client }: { asked: Asked; paymentNo: string; client: ClientInfo },
): CreateRequest => {
  const { baseUrl } = getConfig().server;
  return {
    paymentNo,
    ...askedOf(asked),
    title,
    expiresAt,
    clientIp: client.ip,
    device: deviceOf(client.userAgent),
    notifyUrl: baseUrl + notifyPath(channel.provider.code, channel.id),
    returnUrl: `${baseUrl}/api/v1/payments/return/${paymentNo}`,
  };
};

/**
 * Begins the first payment of an order that was placed a moment ago, of which everything is known. A gateway whose link is
 * made by signing alone costs one statement.
 */
export async function startFirstPayment(
  order: { id: number; orderNo: string },
  subject: Subject,
  channel: Channel,
  client: ClientInfo,
): Promise<PaymentView> {
  if (!channel.account.createsOffline)
    return startPayment({ orderId: order.id, channelId: channel.id, client });
  checkChannel(channel, subject);
  const amounts = amountsOf(channel, subject);
  const paymentNo = newPaymentNo();
  const { payUrl, qrCode, form } = await channel.account.create(
    requestTo(channel, subject, { asked: amounts, paymentNo, client }),
  );
  const row = {
    ...amounts,
    paymentNo,
    channelId: channel.id,
    payUrl,
    qrCode,
    form: form === null ? null : { ...form },
    expiresAt: subject.expiresAt,
  };
  if (!(await insertPaymentOfNewOrder({ ...row, orderId: order.id, orderNo: order.orderNo })))
    throw notPayable("order_not_payable");
  return viewPayment(row);
}

/**
 * Begins, or goes on with, a payment at a gateway. The row exists before the gateway hears of it, so that its money
 * always finds a payment; the gateway is called outside any transaction.
 * @throws AppError `order_not_payable`, `malformed` (payment_channel_id), `state_conflict` when the gateway fails
 */
export async function startPayment(input: StartPayment): Promise<PaymentView> {
  const channel = await getUsableChannel(db(), input.channelId, chooserOf(input));
  const begun = await inTransaction(async (tx) => {
    const owner = "orderId" in input ? { orderId: input.orderId } : { rechargeId: input.rechargeId };
    const subject =
      "orderId" in input ? await readOrder(tx, input.orderId) : await readRecharge(tx, input.rechargeId);
    checkChannel(channel, subject);
    const amounts = amountsOf(channel, subject);
    const { amountCents, gatewayCents, gatewayCurrency } = amounts;
    // At another rate, or in another currency, it is another payment.
    const same = { amountCents, gatewayCents, gatewayCurrency };
    const open = await tx.payment.findFirst({
      where: { ...owner, ...same, channelId: channel.id, state: "pending", expiresAt: { gt: now() } },
      orderBy: { id: "desc" },
    });
    const paymentNo = open?.paymentNo ?? newPaymentNo();
    const request = requestTo(channel, subject, { asked: amounts, paymentNo, client: input.client });
    if (open) return { row: open, request };
    const start = channel.account.createsOffline ? startColumns(await channel.account.create(request)) : {};
    const createdAt = now();
    const row = await tx.payment.create({
      data: {
        ...owner,
        ...start,
        paymentNo,
        purpose: "orderId" in input ? "order" : "recharge",
        channelId: channel.id,
        ...amounts,
        expiresAt: subject.expiresAt,
        createdAt,
        nextQueryAt: nextQueryAt({ createdAt, expiresAt: subject.expiresAt }, createdAt),
      },
    });
    return { row, request };
  });
  const { row, request } = begun;
  if (row.payUrl !== null || row.qrCode !== null || row.form !== null) return viewPayment(row);
  return viewPayment(await createAtGateway(channel, row.id, request));
}

async function createAtGateway(channel: Channel, paymentId: number, request: CreateRequest) {
  try {
    const { payUrl, qrCode, form, gatewayReference } = startColumns(
      await noted(channel.id, () => channel.account.create(request)),
    );
    return await db().payment.update({
      where: { id: paymentId },
      data: { payUrl, qrCode, form, gatewayReference },
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // A payment without a link cannot be paid: the next attempt begins a new one, and the pay page shows the reason.
    await movePayment(db(), paymentId, { to: "failed", failure: error.failure });
    throw new AppError("state_conflict", "gateway_unavailable", { cause: error });
  }
}
