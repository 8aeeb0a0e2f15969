import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { AppError, notFound } from "../../../core/errors";
import { inTransaction } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { retireVersion } from "./move-version";
import { ownerOf, requireFilePermission, withOwner } from "./own-files";

/** Takes a version out of the shop; buyers get the one before. Its bytes go after the row, so that no row is without them. */
export async function removeVersion(
  actor: AdminActor,
  client: ClientInfo,
  versionId: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const version = await tx.fileVersion.findUnique({
      where: { id: versionId },
      include: { file: withOwner },
    });
    requireFilePermission(actor, version?.file ?? null);
    if (!version || version.removedAt) throw notFound("file");
    const { fulfillmentId } = version.file;
    if (fulfillmentId !== null && (await tx.downloadGrant.count({ where: { fulfillmentId } })) > 0)
      throw new AppError("state_conflict", "item_finished");
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
