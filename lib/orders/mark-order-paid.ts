import { promoteMember } from "../accounts/member-progress";
import type { Tx } from "../db/transaction";
import { newJob } from "../jobs/enqueue";
import type { Disposition } from "../payments/state";
import { confirmCoupon } from "../pricing/coupons/coupon-use";
import { lockBalance } from "../wallet/find-balance";
import { captureHold, holdBalance } from "../wallet/hold-balance";
import { deliverItems, holdItems, reserveClosedItems } from "./deliver-items";
import { recordEvent } from "./record-event";
import { keepsItsPrice } from "./requote-order";
import { lockOrderRow } from "./sql/order-rows";
import type { OrderStatus } from "./state";

export interface LockedOrder {
  id: number;
  orderNo: string;
  userId: number | null;
  status: OrderStatus;
  couponId: number | null;
  amountCents: bigint;
  walletPaidCents: bigint;
}

export async function lockOrder(tx: Tx, orderId: number): Promise<LockedOrder> {
  const order = await lockOrderRow(tx, orderId);
  if (!order) throw new Error(`Order ${orderId} is gone`);
  return order;
}

/**
 * A closed order gave back its balance part, coupon use and units. Late money pays it only if the balance can be held again
 * and the order keeps its price; the balance is locked first, as everywhere.
 */
async function revive(tx: Tx, order: LockedOrder, isPriceSettled: boolean): Promise<boolean> {
  const { id: orderId, orderNo, userId, walletPaidCents: amountCents } = order;
  const usesBalance = amountCents > 0n && userId !== null;
  if (usesBalance && (await lockBalance(tx, userId)) < amountCents) return false;
  if (!isPriceSettled && !(await keepsItsPrice(tx, orderId))) return false;
  if (usesBalance) await holdBalance(tx, { orderId, orderNo, userId, amountCents });
  return true;
}

/**
 * Judges money for an order that the caller has locked (C22, C23). `overpaid`: the order wants no money, and nothing
 * was changed. Otherwise the caller books the money and calls `fulfillPaid`.
 */
export async function admitMoney(
  tx: Tx,
  order: LockedOrder,
  {
    actor,
    isPriceSettled = false,
  }: {
    actor: string;
    /** Somebody agreed to the price: late money is not measured against today's. */
    isPriceSettled?: boolean;
  },
): Promise<Disposition> {
  if (order.status === "pending_payment") return "applied";
  const isLate = order.status === "expired" || order.status === "canceled";
  if (isLate && (await revive(tx, order, isPriceSettled))) return "late";
  await recordEvent(tx, { orderId: order.id, kind: "overpaid", actor });
  return "overpaid";
}

/**
 * All that follows from a payment of whatever kind, in the caller's transaction, which books the money: moves the order,
 * delivers or holds its goods, and queues the rest. The counters of the stock come last.
 */
export async function fulfillPaid(
  tx: Tx,
  order: LockedOrder,
  { actor, admitted, isHeld = false }: { actor: string; admitted: Disposition; isHeld?: boolean },
): Promise<void> {
  const { id: orderId } = order;
  const isLate = admitted === "late";
  if (order.walletPaidCents > 0n) await captureHold(tx, orderId);
  if (order.couponId !== null) await confirmCoupon(tx, orderId);
  if (order.userId !== null) await promoteMember(tx, { userId: order.userId, spentCents: order.amountCents });
  if (isLate) await reserveClosedItems(tx, orderId);
  const paid = {
    isPaid: true,
    events: [{ kind: isLate ? "paid_late" : "paid", actor } as const],
    jobs: [newJob("order.paid", { orderId })],
  };
  if (isHeld) await holdItems(tx, orderId, actor, paid);
  else await deliverItems(tx, orderId, actor, { beside: paid });
}

/** Both, where no money of a gateway has to be booked between them. */
export async function markOrderPaid(
  tx: Tx,
  order: LockedOrder,
  { isHeld = false, ...how }: { actor: string; isHeld?: boolean; isPriceSettled?: boolean },
): Promise<Disposition> {
  const admitted = await admitMoney(tx, order, how);
  if (admitted !== "overpaid") await fulfillPaid(tx, order, { actor: how.actor, admitted, isHeld });
  return admitted;
}
