import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { notFound } from "../../../core/errors";
import { inTransaction } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";

/** Takes a version out of the shop; buyers get the one before. Its bytes go after the row, so that no row is without them. */
export async function removeVersion(
  actor: AdminActor,
  client: ClientInfo,
  versionId: number,
): Promise<{ id: number }> {
  return inTransaction(async (tx) => {
    const version = await tx.fileVersion.findUnique({ where: { id: versionId }, include: { file: true } });
    if (!version) throw notFound("file");
    await tx.fileVersion.delete({ where: { id: versionId } });
    await tx.skuFile.deleteMany({ where: { id: version.fileId, versions: { none: {} } } });
    await enqueue(tx, "file.remove", { storageKey: version.storageKey });
    await recordAudit(tx, actor, client, {
      action: "file.remove",
      target: `sku:${version.file.skuId}`,
      data: { title: version.file.title, version: version.label },
    });
    return { id: versionId };
  });
}
