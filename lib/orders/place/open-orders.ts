import { AppError } from "../../core/errors";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import type { Tx } from "../../db/transaction";
import {
  findOrdersAboveLimits,
  lockLimitsOf,
  mayOpenOrder,
  type OrderBuyer,
  type PlacedOrder,
} from "../sql/open-orders";

export const tooManyOpenOrders = () =>
  new AppError("rate_limited", "open_orders", {
    retryAfter: 60,
  });

/** @throws AppError `rate_limited` */
export async function checkOpenOrders(tx: Tx, buyer: OrderBuyer): Promise<void> {
  if (buyer.kind === "site") return;
  if (!(await mayOpenOrder(tx, buyer))) throw tooManyOpenOrders();
}

const findTogether = batchReads(
  (placed: readonly [PlacedOrder, ...PlacedOrder[]]) => findOrdersAboveLimits(db(), placed),
  ({ buyer }) => buyer.kind,
);

/**
 * The same limits once more after the commit: orders placed at the same moment do not see each other before. The last to
 * commit sees all of them.
 */
export async function isWithinLimits(buyer: OrderBuyer, orderId: number): Promise<boolean> {
  if (buyer.kind === "site") return true;
  return !(await findTogether({ buyer, orderId })).has(orderId);
}

/**
 * One after the other for a buyer, each seeing which orders went before: as many remain as the limit allows, and not fewer.
 * Whoever was above it alone takes these locks.
 */
export async function isStillAboveLimits(tx: Tx, buyer: OrderBuyer, orderId: number): Promise<boolean> {
  await lockLimitsOf(tx, buyer);
  return (await findOrdersAboveLimits(tx, [{ buyer, orderId }])).has(orderId);
}
