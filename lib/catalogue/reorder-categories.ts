import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { inTransaction } from "../db/transaction";

/** The categories named take the order in which they are named. */
export async function reorderCategories(
  actor: AdminActor,
  client: ClientInfo,
  ids: readonly number[],
): Promise<{ changed: number }> {
  return inTransaction(async (tx) => {
    const changed = await tx.$executeRaw`
      UPDATE categories c SET sort_order = w.ord, updated_at = ${now()}
      FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS w (id, ord) WHERE c.id = w.id`;
    await recordAudit(tx, actor, client, {
      action: "category.reorder",
      target: `categories:${ids.length}`,
      data: { ids: [...ids] },
    });
    return { changed };
  });
}
