import { now } from "../../core/clock";
import { newPaymentNo, newRefundNo } from "../../core/ids";
import { type Cents, formatMoney, nameAmount } from "../../core/money";
import { sourcesIn } from "../../core/shapes/moves";
import type { Payment } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { admitMoney, fulfillPaid, type LockedOrder } from "../../orders/mark-order-paid";
import { shopRefundReasons } from "../../orders/refund/schema";
import { adoptTradeNo, movePayment } from "../../payments/move-payment";
import { type Disposition, type PaymentState, paymentMoves } from "../../payments/state";
import { postTransfer } from "../../wallet/post-transfer";
import { settleRecharge } from "../../wallet/recharges/settle-recharge";
import { lockPaymentRows } from "../sql/lock-payment";

export type ArrivedPayment = Pick<
  Payment,
  | "id"
  | "paymentNo"
  | "purpose"
  | "orderId"
  | "rechargeId"
  | "channelId"
  | "amountCents"
  | "feeCents"
  | "currency"
  | "gatewayCents"
  | "gatewayCurrency"
  | "gatewayRate"
  | "gatewayReference"
>;

/** The gateway says that this payment is paid; every comparison is behind us. */
export interface ArrivedMoney {
  payment: ArrivedPayment;
  tradeNo: string;
  actor: string;
  /** Staff say that it is paid: late money is not measured against today's price. */
  isPriceSettled?: boolean;
}

/** A payment whose row, and that of what it is for, are locked. */
export interface LockedPayment {
  state: PaymentState;
  order: LockedOrder | null;
}

/** The payment to book on: itself, or a new one when the gateway took money twice for one payment number. */
async function findBookable(tx: Tx, payment: ArrivedPayment, state: PaymentState): Promise<ArrivedPayment> {
  if (sourcesIn(paymentMoves, "paid").includes(state)) return payment;
  const { purpose, orderId, rechargeId, channelId, amountCents, feeCents, currency } = payment;
  const { gatewayCents, gatewayCurrency, gatewayRate } = payment;
  return tx.payment.create({
    data: {
      paymentNo: newPaymentNo(),
      purpose,
      orderId,
      rechargeId,
      channelId,
      amountCents,
      feeCents,
      currency,
      gatewayCents,
      gatewayCurrency,
      gatewayRate,
      expiresAt: now(),
      createdAt: now(),
    },
  });
}

async function writePaid(tx: Tx, id: number, tradeNo: string, disposition: Disposition): Promise<void> {
  if (!(await movePayment(tx, id, { to: "paid", tradeNo, disposition })))
    throw new Error(`Payment ${id} cannot be paid`);
}

interface Owner {
  orderId: number | null;
  orderNo: string;
  userId: number | null;
}

/** C23: money that nothing asks for is booked: back to the buyer's balance, or, for a guest, into the refund queue. */
async function bookOverpaid(
  tx: Tx,
  payment: ArrivedPayment,
  owner: Owner,
  amountCents: Cents,
): Promise<void> {
  const amount = nameAmount(formatMoney(amountCents), payment.currency);
  await postTransfer(tx, {
    type: "overpaid",
    reasonKey: `overpaid:${payment.paymentNo}`,
    reference: owner.orderNo,
    entries: [
      { account: { kind: "shop_clearing" }, amountCents: -amountCents },
      {
        account:
          owner.userId === null
            ? { kind: "shop_adjustments" }
            : { kind: "user_wallet", userId: owner.userId },
        amountCents,
      },
    ],
  });
  if (owner.userId === null && owner.orderId !== null) {
    await tx.refund.create({
      data: {
        refundNo: newRefundNo(),
        orderId: owner.orderId,
        paymentId: payment.id,
        amountCents,
        method: "gateway",
        status: "pending",
        reason: shopRefundReasons.payment_not_needed,
        createdAt: now(),
      },
    });
  }
  await raiseAlert(tx, {
    kind: "payment.overpaid",
    data: { amount, orderNo: owner.orderNo, isGuest: owner.userId === null },
    reference: owner.orderNo,
    dedupeKey: `payment.overpaid:${payment.paymentNo}`,
  });
}

async function bookRevenue(
  tx: Tx,
  payment: ArrivedPayment,
  reference: string,
  amountCents: Cents,
): Promise<void> {
  if (amountCents === 0n) return;
  await postTransfer(tx, {
    type: "order_pay",
    reasonKey: `payment:${payment.paymentNo}`,
    reference,
    entries: [
      { account: { kind: "shop_clearing" }, amountCents: -amountCents },
      { account: { kind: "shop_revenue" }, amountCents },
    ],
  });
}

async function payOrder(
  tx: Tx,
  money: ArrivedMoney,
  payment: ArrivedPayment,
  order: LockedOrder,
): Promise<Disposition> {
  const { tradeNo, actor, isPriceSettled = false } = money;
  const { amountCents, feeCents } = payment;
  const base = amountCents - feeCents;
  const due = order.amountCents - order.walletPaidCents;
  // A payment begun before the buyer changed how much of the balance to use: too little pays for nothing.
  const admitted = base < due ? "overpaid" : await admitMoney(tx, order, { actor, isPriceSettled });
  const over = admitted === "overpaid" ? amountCents : base - due;
  const owner: Owner = { orderId: order.id, orderNo: order.orderNo, userId: order.userId };
  // A balance is locked before the license that a delivery renews, and that before the counters of the stock.
  if (over > 0n) await bookOverpaid(tx, payment, owner, over);
  await Promise.all([
    writePaid(tx, payment.id, tradeNo, admitted),
    bookRevenue(tx, payment, order.orderNo, amountCents - over),
    admitted === "overpaid" ? null : fulfillPaid(tx, order, { actor, admitted }),
  ]);
  return admitted;
}

async function payRecharge(
  tx: Tx,
  { tradeNo }: ArrivedMoney,
  payment: ArrivedPayment,
  rechargeId: number,
): Promise<Disposition> {
  const { rechargeNo, userId, status } = await tx.recharge.findUniqueOrThrow({
    where: { id: rechargeId },
    select: { rechargeNo: true, userId: true, status: true },
  });
  const isWanted = await settleRecharge(tx, { rechargeId });
  const disposition = !isWanted ? "overpaid" : status === "expired" ? "late" : "applied";
  await writePaid(tx, payment.id, tradeNo, disposition);
  if (isWanted) await bookRevenue(tx, payment, rechargeNo, payment.feeCents);
  else await bookOverpaid(tx, payment, { orderId: null, orderNo: rechargeNo, userId }, payment.amountCents);
  return disposition;
}

/**
 * Locks what a payment is for and then the payment, in the order used everywhere. Call it before any row that refers to the
 * payment is inserted: the foreign key's share lock would block the update of the trade number, and two messages about one
 * payment would wait for each other.
 */
export async function lockPayment(tx: Tx, payment: ArrivedPayment): Promise<LockedPayment> {
  const { id, orderId, rechargeId } = payment;
  const { state, orderNo, status, ...order } = await lockPaymentRows(tx, { id, orderId, rechargeId });
  if (orderId === null || orderNo === null || status === null) return { state, order: null };
  return { state, order: { ...order, id: orderId, orderNo, status } };
}

/**
 * Books money that arrived and does what it was for, all in the caller's transaction (C22). Money that staff had booked before
 * the gateway spoke of it is not booked again.
 */
export async function applyPayment(
  tx: Tx,
  money: ArrivedMoney,
  { state, order }: LockedPayment,
): Promise<Disposition> {
  const { id, rechargeId } = money.payment;
  if (state === "paid" && (await adoptTradeNo(tx, id, money.tradeNo))) return "applied";
  const payment = await findBookable(tx, money.payment, state);
  return order ? payOrder(tx, money, payment, order) : payRecharge(tx, money, payment, rechargeId ?? 0);
}
