import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { AppError, notFound } from "../../../core/errors";
import { inTransaction } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { lockOrderOf } from "../../sql/downloads";
import { retireVersion } from "./move-version";
import { ownerOf, requireFilePermission, withOwner } from "./own-files";

/** Takes a version out of the shop; buyers get the one before. Its bytes go after the row, so that no row is without them. */
export async function removeVersion(
  actor: AdminActor,
  client: ClientInfo,
  versionId: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const read = () => tx.fileVersion.findUnique({ where: { id: versionId }, include: { file: withOwner } });
    const found = await read();
    requireFilePermission(actor, found?.file ?? null);
    const fulfillmentId = found?.file.fulfillmentId ?? null;
    if (fulfillmentId !== null) {
      await lockOrderOf(tx, fulfillmentId);
      if ((await tx.downloadGrant.count({ where: { fulfillmentId } })) > 0)
        throw new AppError("state_conflict", "item_finished");
    }
    const version = fulfillmentId === null ? found : await read();
    if (!version || version.removedAt) throw notFound("file");
    // Downloads of it are evidence, and name its row.
    if (!(await retireVersion(tx, versionId))) await tx.fileVersion.delete({ where: { id: versionId } });
    await tx.skuFile.deleteMany({ where: { id: version.fileId, versions: { none: {} } } });
    const { storageKey, storage, store } = version;
    await enqueue(tx, "file.remove", { storageKey, storage, store });
    await recordAudit(tx, actor, client, {
      action: "file.remove",
      target: ownerOf(version.file),
      data: { title: version.file.title, version: version.label },
    });
    return { id: versionId };
  });
}
