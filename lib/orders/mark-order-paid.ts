import { promoteMember } from "../accounts/promote-member";
import type { Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import type { Disposition } from "../payments/state";
import { confirmCoupon } from "../pricing/coupon-use";
import { lockBalance } from "../wallet/find-balance";
import { captureHold, holdBalance } from "../wallet/hold-balance";
import { deliverItems, reserveClosedItems, settleFulfillment } from "./deliver-items";
import { moveFulfillments } from "./move-fulfillment";
import { moveOrder } from "./move-order";
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
 * The money for this order is here (C22, C23): moves the state, delivers or holds, and queues what follows, all in the
 * caller's transaction, which books the money. `overpaid` = the order wants no money: nothing was changed.
 */
export async function markOrderPaid(
  tx: Tx,
  orderId: number,
  {
    actor,
    isHeld = false,
    isPriceSettled = false,
  }: {
    actor: string;
    isHeld?: boolean;
    /** Somebody agreed to the price: late money is not measured against today's. */
    isPriceSettled?: boolean;
  },
): Promise<Disposition> {
  const order = await lockOrder(tx, orderId);
  const isLate = order.status === "expired" || order.status === "canceled";
  if (!isLate && order.status !== "pending_payment") return overpaid(tx, orderId, actor);
  if (isLate && !(await revive(tx, order, isPriceSettled))) return overpaid(tx, orderId, actor);

  if (!(await moveOrder(tx, orderId, { to: "paid" }))) throw new Error(`Order ${orderId} cannot be paid`);
  if (order.walletPaidCents > 0n) await captureHold(tx, orderId);
  if (order.couponId !== null) await confirmCoupon(tx, orderId);
  if (order.userId !== null) await promoteMember(tx, { userId: order.userId, spentCents: order.amountCents });
  await recordEvent(tx, { orderId, kind: isLate ? "paid_late" : "paid", actor });
  await enqueue(tx, "order.paid", { orderId });
  if (isLate) await reserveClosedItems(tx, orderId);
  if (isHeld) {
    await moveFulfillments(tx, { orderId }, "held");
    await settleFulfillment(tx, orderId, actor);
  } else {
    await deliverItems(tx, orderId, actor);
  }
  return isLate ? "late" : "applied";
}

async function overpaid(tx: Tx, orderId: number, actor: string): Promise<Disposition> {
  await recordEvent(tx, { orderId, kind: "overpaid", actor });
  return "overpaid";
}
