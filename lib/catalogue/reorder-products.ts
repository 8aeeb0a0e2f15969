import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { inTransaction } from "../db/transaction";
import { reorderProductRows } from "./sql/products";

/** The products named take the order in which they are named, within the places that they held. */
export async function reorderProducts(
  actor: AdminActor,
  client: ClientInfo,
  ids: readonly number[],
): Promise<{ changed: number }> {
  return inTransaction(async (tx) => {
    const changed = await reorderProductRows(tx, ids);
    await recordAudit(tx, actor, client, {
      action: "product.reorder",
      target: `products:${ids.length}`,
      data: { ids: [...ids] },
    });
    return { changed };
  });
}
