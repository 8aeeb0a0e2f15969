import { AppError } from "../core/errors";
import { batchReads } from "../db/batches";
import { db } from "../db/client";
import type { Tx } from "../db/transaction";
import { findOrdersAboveLimits, mayOpenOrder, type OrderBuyer, type PlacedOrder } from "./sql/open-orders";

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
 * The same limits once more after the commit: orders placed at the same moment do not see each other before. The last to be
 * checked sees all of them, so the limit holds; when many come at once, fewer than the limit may remain.
 */
export async function isWithinLimits(buyer: OrderBuyer, orderId: number): Promise<boolean> {
  if (buyer.kind === "site") return true;
  return !(await findTogether({ buyer, orderId })).has(orderId);
}
