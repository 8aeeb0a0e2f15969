import { now } from "../core/clock";
import { newPaymentNo, newRefundNo } from "../core/ids";
import { type Cents, formatMoney, nameAmount } from "../core/money";
import type { Payment } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import { raiseAlert } from "../notifications/raise-alert";
import { type LockedOrder, lockOrder, markOrderPaid } from "../orders/mark-order-paid";
import { shopRefundReasons } from "../orders/refunds/schema";
import { adoptTradeNo, movePayment } from "../payments/move-payment";
import { lockPaymentRow } from "../payments/sql";
import type { Disposition } from "../payments/state";
import { lockBalance } from "../wallet/find-balance";
import { postTransfer } from "../wallet/post-transfer";
import { settleRecharge } from "../wallet/settle-recharge";
import { lockRecharge } from "../wallet/sql";

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

/**
 * The row to book on: the payment itself, or a new one when the gateway took money twice for one payment number. Null when
 * staff had booked this money before the gateway spoke of it.
 */
async function takePayment(tx: Tx, { payment, tradeNo }: ArrivedMoney): Promise<ArrivedPayment | null> {
  if (await movePayment(tx, payment.id, { to: "paid", tradeNo })) return payment;
  if (await adoptTradeNo(tx, payment.id, tradeNo)) return null;
  const { purpose, orderId, rechargeId, channelId, amountCents, feeCents, currency } = payment;
  const { gatewayCents, gatewayCurrency, gatewayRate } = payment;
  return tx.payment.create({
    data: {
      state: "paid",
      tradeNo,
      paidAt: now(),
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

interface Owner {
  orderId: number | null;
  orderNo: string;
  userId: number | null;
}

/** C23: money that nothing asks for is booked: back to the buyer's balance, or, for a guest, into the refund queue. */
async function bookSurplus(tx: Tx, payment: ArrivedPayment, owner: Owner, amountCents: Cents): Promise<void> {
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
  payment: ArrivedPayment,
  order: LockedOrder,
  markPaid: { actor: string; isPriceSettled: boolean },
): Promise<Disposition> {
  const { id: orderId } = order;
  const owner: Owner = { orderId, orderNo: order.orderNo, userId: order.userId };
  const base = payment.amountCents - payment.feeCents;
  const due = order.amountCents - order.walletPaidCents;
  // What is left over goes there after the delivery: a refund locks the balance before the license that the delivery renews.
  if (base > due && order.userId !== null) await lockBalance(tx, order.userId);
  // A payment begun before the buyer changed how much of the balance to use: too little pays for nothing.
  const outcome = base < due ? "overpaid" : await markOrderPaid(tx, orderId, markPaid);
  if (outcome === "overpaid") {
    await bookSurplus(tx, payment, owner, payment.amountCents);
    return outcome;
  }
  const over = base - due;
  await bookRevenue(tx, payment, order.orderNo, payment.amountCents - over);
  if (over > 0n) await bookSurplus(tx, payment, owner, over);
  return outcome;
}

async function payRecharge(tx: Tx, payment: ArrivedPayment, rechargeId: number): Promise<Disposition> {
  const recharge = await tx.recharge.findUniqueOrThrow({
    where: { id: rechargeId },
    select: { rechargeNo: true, userId: true, status: true },
  });
  if (!(await settleRecharge(tx, { rechargeId }))) {
    await bookSurplus(
      tx,
      payment,
      { orderId: null, orderNo: recharge.rechargeNo, userId: recharge.userId },
      payment.amountCents,
    );
    return "overpaid";
  }
  await bookRevenue(tx, payment, recharge.rechargeNo, payment.feeCents);
  return recharge.status === "expired" ? "late" : "applied";
}

/**
 * Locks what a payment is for and then the payment, in the order used everywhere. Call it before any row that refers to the
 * payment is inserted: the foreign key's share lock would block the update of the trade number, and two messages about one
 * payment would wait for each other.
 */
export async function lockPayment(
  tx: Tx,
  { id, orderId, rechargeId }: ArrivedPayment,
): Promise<LockedOrder | null> {
  const order = orderId === null ? null : await lockOrder(tx, orderId);
  if (rechargeId !== null) await lockRecharge(tx, rechargeId);
  await lockPaymentRow(tx, id);
  return order;
}

/**
 * Books money that arrived and does what it was for, all in the caller's transaction (C22). `order` is what `lockPayment`
 * returned.
 */
export async function applyPayment(
  tx: Tx,
  money: ArrivedMoney,
  order: LockedOrder | null,
): Promise<Disposition> {
  const { actor, isPriceSettled = false } = money;
  const { rechargeId } = money.payment;
  const payment = await takePayment(tx, money);
  if (!payment) return "applied";
  const disposition = order
    ? await payOrder(tx, payment, order, { actor, isPriceSettled })
    : await payRecharge(tx, payment, rechargeId ?? 0);
  await tx.payment.updateMany({ where: { id: payment.id }, data: { disposition } });
  return disposition;
}
