import { noteOrNull } from "../core/refusals/noted";
import type { Problem } from "../core/refusals/refusal";
import { sourcesIn } from "../core/shapes/moves";
import type { Tx } from "../db/transaction";
import { type FulfillmentUpdate, writeOrderChange } from "./sql/order-change";
import { type FulfillmentStatus, fulfillmentMoves } from "./state";

export interface ItemMove {
  itemId: number;
  to: FulfillmentStatus;
  /** As the column holds it. */
  reason: string | null;
}

export const updateOfItem = (move: ItemMove): FulfillmentUpdate => ({
  ...move,
  from: sourcesIn(fulfillmentMoves, move.to),
});

/**
 * The one way in which the fulfillment of an item changes its status: a conditional update along the table of
 * lib/orders/state.ts. @returns whether it moved
 */
export async function moveFulfillment(
  tx: Tx,
  { id: itemId, orderId }: { id: number; orderId: number },
  to: FulfillmentStatus,
  reason: Problem | null = null,
): Promise<boolean> {
  const update = updateOfItem({ itemId, to, reason: noteOrNull(reason) });
  return (await writeOrderChange(tx, orderId, { fulfillments: [update] })).fulfillments === 1;
}
