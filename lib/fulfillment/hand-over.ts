import type { Problem } from "../core/refusals/refusal";
import type { Tx } from "../db/transaction";
import { sealDelivery } from "./delivered-content";
import { findAddedFulfillers, findStockFulfiller } from "./find-fulfiller";
import type { DeliverableItem } from "./fulfiller";

/** Puts the item's stock last: it cannot be handed over twice. */
const partsOf = (item: DeliverableItem) => [
  ...findAddedFulfillers(item.fulfillers),
  findStockFulfiller(item),
];

/** Starts what has to happen outside before the item can be handed over. @returns false when there is nothing of that. */
export async function beginDelivery(tx: Tx, item: DeliverableItem): Promise<boolean> {
  const waiting = partsOf(item).filter(({ begin }) => begin);
  for (const part of waiting) await part.begin?.(tx, item);
  return waiting.length > 0;
}

/**
 * Delivers the parts of an item. `given` is what came from outside or from a person: then only the other parts are left,
 * and those of the stock only if the item still holds its units.
 * @returns why it cannot be delivered, or null
 */
export async function handOver(
  tx: Tx,
  item: DeliverableItem,
  given?: { texts: readonly string[]; holdsUnits: boolean },
): Promise<Problem | null> {
  const texts = [...(given?.texts ?? [])];
  for (const part of partsOf(item)) {
    if (given && (part.begin || ("units" in part && !given.holdsUnits))) continue;
    const outcome = await part.deliver(tx, item);
    if ("failure" in outcome) return outcome.failure;
    if (outcome.content !== null) texts.push(outcome.content);
  }
  if (texts.length > 0) {
    const contentSealed = sealDelivery(item.fulfillmentId, texts.join("\n"));
    await tx.fulfillment.update({ where: { id: item.fulfillmentId }, data: { contentSealed } });
  }
  return null;
}

/** Takes away for the time of a dispute what was handed over beside the payload, or gives it back. */
export async function freezeDelivery(tx: Tx, item: DeliverableItem, isFrozen: boolean): Promise<void> {
  for (const part of findAddedFulfillers(item.fulfillers)) await part.freeze?.(tx, item, isFrozen);
}

/** Ends what was handed over beside the payload. */
export async function revokeDelivery(tx: Tx, item: DeliverableItem): Promise<void> {
  for (const part of findAddedFulfillers(item.fulfillers)) await part.revoke?.(tx, item);
}
