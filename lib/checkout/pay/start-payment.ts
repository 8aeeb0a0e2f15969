import { languages } from "../../../messages/languages";
import type { ClientInfo } from "../../acts/actor";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { AppError } from "../../core/errors";
import { newPaymentNo } from "../../core/ids";
import { toLocale } from "../../core/locale";
import { type Cents, feeOf, formatMoney, maxCents, nameAmount, writeCents } from "../../core/money";
import { refusal, type Said } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { Prisma } from "../../db/generated/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { deviceOf } from "../../payments/buyer-device";
import { type Channel, getUsableChannel } from "../../payments/channels/channel-account";
import { noted } from "../../payments/channels/channel-health";
import { notifyPath } from "../../payments/events/notification-target";
import { askedOf, gatewayAmount, takesCurrency, takesSum } from "../../payments/exchange";
import { GatewayError } from "../../payments/gateway-request";
import { movePayment } from "../../payments/move-payment";
import type { Chooser } from "../../payments/offers/decide-offer";
import type { CreateRequest, PaymentStart } from "../../payments/provider";
import { nextQueryAt } from "../../payments/query-schedule";
import type { PaymentView } from "../../payments/schema";
import { viewPayment } from "../../payments/view";
import { lockRecharge } from "../../wallet/sql/balances";
import { orderChooser, rechargeChooser } from "../choosers";
import { insertOrFindPayment, lockPayableOrder } from "../sql/begin-payment";

export type { PaymentView };

/** `orderNo` of an order that was just placed: after a fail-over that lost seconds its id may be another order's. */
export type PaymentSubject = { orderId: number; orderNo?: string } | { rechargeId: number };

/** `channel` where it has been looked up already. */
export type StartPayment = PaymentSubject & { channelId: number; channel?: Channel; client: ClientInfo };

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

async function readOrder(tx: Tx, orderId: number, orderNo: string | undefined): Promise<Subject> {
  // Two clicks at once begin one payment: the second finds the first one's row.
  const order = await lockPayableOrder(tx, orderId);
  const isIt = orderNo === undefined || order.orderNo === orderNo;
  if (!isIt || order.status !== "pending_payment" || order.expireAt <= now())
    throw notPayable("order_not_payable");
  return {
    amountCents: order.amountCents - order.walletPaidCents,
    currency: order.currency,
    expiresAt: order.expireAt,
    title: order.title ?? "Order",
  };
}

async function readRecharge(tx: Tx, rechargeId: number): Promise<Subject> {
  await lockRecharge(tx, rechargeId);
  const recharge = await tx.recharge.findUniqueOrThrow({
    where: { id: rechargeId },
    include: { user: { select: { locale: true } } },
  });
  if (recharge.status !== "pending" || recharge.expireAt <= now()) throw notPayable("recharge_not_payable");
  const { amountCents, currency, expireAt, user } = recharge;
  const { gatewayLines } = languages[toLocale(user.locale)];
  return {
    amountCents,
    currency,
    expiresAt: expireAt,
    // Some gateways refuse a repeat whose title differs: it follows the account, and not the page.
    title: gatewayLines.topUp(nameAmount(formatMoney(amountCents), currency)),
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

const noLink: PaymentStart = { payUrl: null, qrCode: null, form: null };

/**
 * Begins, or goes on with, a payment at a gateway. The row exists before the gateway hears of it, so that its money
 * always finds a payment; the gateway is called outside any transaction, unless its link is made by signing alone.
 * @throws AppError `order_not_payable`, `malformed` (payment_channel_id), `state_conflict` when the gateway fails
 */
export async function startPayment(input: StartPayment): Promise<PaymentView> {
  const channel = input.channel ?? (await getUsableChannel(db(), input.channelId, chooserOf(input)));
  const begun = await inTransaction(async (tx) => {
    const owner =
      "orderId" in input
        ? { orderId: input.orderId, rechargeId: null }
        : { orderId: null, rechargeId: input.rechargeId };
    const subject =
      "orderId" in input
        ? await readOrder(tx, input.orderId, input.orderNo)
        : await readRecharge(tx, input.rechargeId);
    checkChannel(channel, subject);
    const amounts = amountsOf(channel, subject);
    const requestOf = (paymentNo: string) =>
      requestTo(channel, subject, { asked: amounts, paymentNo, client: input.client });
    const paymentNo = newPaymentNo();
    const { createsOffline } = channel.account;
    const start = createsOffline ? await channel.account.create(requestOf(paymentNo)) : noLink;
    const { payUrl, qrCode, form, reference = null } = start;
    const { expiresAt } = subject;
    const createdAt = now();
    const row = await insertOrFindPayment(tx, {
      ...{ ...owner, ...amounts, paymentNo, channelId: channel.id, expiresAt, payUrl, qrCode, createdAt },
      form: form === null ? null : JSON.stringify(form),
      gatewayReference: reference,
      askAt: nextQueryAt({ createdAt, expiresAt }, createdAt),
    });
    return { row, request: requestOf(row.paymentNo) };
  });
  const { row, request } = begun;
  if (row.payUrl !== null || row.qrCode !== null || row.form !== null) return viewPayment(row);
  return viewPayment(await createAtGateway(channel, row.id, request));
}

async function createAtGateway(channel: Channel, paymentId: number, request: CreateRequest) {
  try {
    const { payUrl, qrCode, form, reference } = await noted(channel.id, () =>
      channel.account.create(request),
    );
    return await db().payment.update({
      where: { id: paymentId },
      data: {
        payUrl,
        qrCode,
        form: form === null ? Prisma.DbNull : { ...form },
        gatewayReference: reference ?? null,
      },
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // A payment without a link cannot be paid: the next attempt begins a new one, and the pay page shows the reason.
    await movePayment(db(), paymentId, { to: "failed", failure: error.failure });
    throw new AppError("state_conflict", "gateway_unavailable", { cause: error });
  }
}
