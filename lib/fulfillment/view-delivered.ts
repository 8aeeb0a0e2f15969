import type { Reader } from "../db/transaction";
import { itemFulfillers } from "./find-fulfiller";
import type { DeliveredMembers } from "./schema";

interface ViewedItem {
  fulfillers: readonly string[];
  fulfillment: { id: number; status: string } | null;
}

/** Shows the goods of the added fulfillers, by fulfillment: one question for each kind that there is. */
export async function viewDelivered(
  reader: Reader,
  items: readonly ViewedItem[],
): Promise<ReadonlyMap<number, DeliveredMembers>> {
  const found = new Map<number, DeliveredMembers>();
  for (const { code, view } of itemFulfillers) {
    const ids = items.flatMap(({ fulfillers, fulfillment }) =>
      fulfillment?.status === "ready" && fulfillers.includes(code) ? [fulfillment.id] : [],
    );
    if (!view || ids.length === 0) continue;
    for (const [id, members] of await view(reader, ids)) found.set(id, { ...found.get(id), ...members });
  }
  return found;
}
