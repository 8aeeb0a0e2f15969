import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { inTransaction } from "../db/transaction";
import { numberBanners } from "./sql";

/** The banners named take the order in which they are named. */
export async function reorderBanners(
  actor: AdminActor,
  client: ClientInfo,
  ids: readonly number[],
): Promise<{ changed: number }> {
  return inTransaction(async (tx) => {
    const changed = await numberBanners(tx, ids);
    await recordAudit(tx, actor, client, {
      action: "banner.reorder",
      target: `banners:${ids.length}`,
      data: { ids: [...ids] },
    });
    return { changed };
  });
}
