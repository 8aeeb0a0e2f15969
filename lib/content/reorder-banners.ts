import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { inTransaction } from "../db/transaction";

/** The banners named take the order in which they are named. */
export async function reorderBanners(
  actor: AdminActor,
  client: ClientInfo,
  ids: readonly number[],
): Promise<{ changed: number }> {
  return inTransaction(async (tx) => {
    const changed = await tx.$executeRaw`
      UPDATE banners b SET sort_order = w.ord, updated_at = ${now()}
      FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS w (id, ord) WHERE b.id = w.id`;
    await recordAudit(tx, actor, client, {
      action: "banner.reorder",
      target: `banners:${ids.length}`,
      data: { ids: [...ids] },
    });
    return { changed };
  });
}
