import { now } from "../core/clock";
import { log } from "../core/process/log";
import { db } from "../db/client";
import { inTransaction, type Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { releaseCoupon } from "../pricing/coupons/coupon-use";
import { moveStock } from "../stock/count-stock";
import type { StockMove } from "../stock/sql/reservations";
import { releaseHold } from "../wallet/hold-balance";
import { releaseItem } from "./deliver-items";
import { moveOrder } from "./move-order";
import { recordEvent } from "./record-event";

/**
 * Ends an unpaid order and gives back what it held: secrets, coupon use, balance. The conditional update makes it happen
 * once, and never against a payment that came first (O5).
 */
export async function closeOrder(
  tx: Tx,
  orderId: number,
  as: "expired" | "canceled",
  actor: string,
): Promise<boolean> {
  if (!(await moveOrder(tx, orderId, { to: as }))) return false;
  await releaseHold(tx, orderId);
  await releaseCoupon(tx, orderId);
  const items = await tx.orderItem.findMany({ where: { orderId }, orderBy: { skuId: "asc" } });
  const moves: StockMove[] = [];
  for (const item of items) moves.push(await releaseItem(tx, item));
  await recordEvent(tx, { orderId, kind: as, actor });
  await enqueue(tx, "order.closed", { orderId });
  await moveStock(tx, moves);
  return true;
}

const sweepBatch = 200;

/** Expires what is due; several processes may sweep at once. @returns how many orders ended. */
export async function sweepOrders(): Promise<number> {
  const due = await db().order.findMany({
    where: { status: "pending_payment", expireAt: { lte: now() } },
    orderBy: { expireAt: "asc" },
    take: sweepBatch,
    select: { id: true },
  });
  let closed = 0;
  for (const { id } of due) {
    try {
      if (await inTransaction((tx) => closeOrder(tx, id, "expired", "system"))) closed++;
    } catch (error) {
      // One order that cannot be closed must not keep the stock of all that come after it.
      log.error({ error, order_id: id }, "an order could not be closed");
    }
  }
  return closed;
}
