import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { notFound } from "../../../core/errors";
import { inTransaction } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { retireVersion } from "./move-version";

/** Takes a version out of the shop; buyers get the one before. Its bytes go after the row, so that no row is without them. */
export async function removeVersion(
  actor: AdminActor,
  client: ClientInfo,
  versionId: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const version = await tx.fileVersion.findUnique({ where: { id: versionId }, include: { file: true } });
    if (!version || version.removedAt) throw notFound("file");
    // Downloads of it are evidence, and name its row.
    if (!(await retireVersion(tx, versionId))) await tx.fileVersion.delete({ where: { id: versionId } });
    await tx.skuFile.deleteMany({ where: { id: version.fileId, versions: { none: {} } } });
    const { storageKey, storage, store } = version;
    await enqueue(tx, "file.remove", { storageKey, storage, store });
    await recordAudit(tx, actor, client, {
      action: "file.remove",
      target: `sku:${version.file.skuId}`,
      data: { title: version.file.title, version: version.label },
    });
    return { id: versionId };
  });
}
