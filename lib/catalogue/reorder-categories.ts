import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { inTransaction } from "../db/transaction";
import { numberCategories } from "./sql/products";

/** The categories named take the order in which they are named. */
export async function reorderCategories(
  actor: AdminActor,
  client: ClientInfo,
  ids: readonly number[],
): Promise<{ changed: number }> {
  return inTransaction(async (tx) => {
    const changed = await numberCategories(tx, ids);
    await recordAudit(tx, actor, client, {
      action: "category.reorder",
      target: `categories:${ids.length}`,
      data: { ids: [...ids] },
    });
    return { changed };
  });
}
