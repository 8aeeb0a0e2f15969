import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { type FulfillmentStatus, fulfillmentSources } from "./state";

/** The fulfillment of one item, or those of all items of an order. */
type Moved = { orderItemId: number } | { orderId: number };

/**
 * The one way in which a fulfillment changes its status: a conditional update along the table of lib/orders/state.ts.
 * @returns how many moved
 */
export async function moveFulfillments(
  tx: Tx,
  moved: Moved,
  to: FulfillmentStatus,
  failureReason: string | null = null,
): Promise<number> {
  const { count } = await tx.fulfillment.updateMany({
    where: {
      ...("orderItemId" in moved ? moved : { orderItem: moved }),
      status: { in: fulfillmentSources(to) },
    },
    data: {
      status: to,
      failureReason,
      updatedAt: now(),
      ...(to === "ready" ? { deliveredAt: now() } : {}),
    },
  });
  return count;
}

export const moveFulfillment = async (
  tx: Tx,
  orderItemId: number,
  to: FulfillmentStatus,
  failureReason: string | null = null,
): Promise<boolean> => (await moveFulfillments(tx, { orderItemId }, to, failureReason)) === 1;
