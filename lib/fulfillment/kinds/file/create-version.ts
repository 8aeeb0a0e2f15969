import type { AdminActor, ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { now } from "../../../core/clock";
import { notFound } from "../../../core/errors";
import { randomCode } from "../../../core/ids";
import { inTransaction } from "../../../db/transaction";
import { openUpload, uploadsPath } from "./receive-upload";
import type { NewVersionBody } from "./schema";

/** A new version of a file, or a new file: the row, and an upload that waits for its bytes. */
export async function createVersion(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
  input: NewVersionBody,
): Promise<{ id: number; upload_url: string }> {
  const key = randomCode(32);
  // Before the row that names it: without a row it is cleared away, without an upload a row could never be filled.
  await openUpload(key, input.bytes);
  return inTransaction(async (tx) => {
    const sku = await tx.sku.findFirst({
      where: { id: skuId, source: "local" },
      select: { fulfillers: true },
    });
    if (!sku) throw notFound("option");
    if (!sku.fulfillers.includes("file"))
      await tx.sku.update({ where: { id: skuId }, data: { fulfillers: [...sku.fulfillers, "file"] } });
    const { file_id: known, title } = input;
    if (known) {
      const { count } = await tx.skuFile.updateMany({ where: { id: known, skuId }, data: { title } });
      if (count === 0) throw notFound("file");
    }
    const fileId = known ?? (await tx.skuFile.create({ data: { skuId, title, createdAt: now() } })).id;
    const version = await tx.fileVersion.create({
      data: {
        fileId,
        label: input.version,
        notes: input.notes ?? "",
        name: input.name,
        bytes: input.bytes,
        storageKey: key,
        createdAt: now(),
      },
    });
    await recordAudit(tx, actor, client, {
      action: "file.upload",
      target: `sku:${skuId}`,
      data: { title, version: input.version, bytes: input.bytes },
    });
    return { id: version.id, upload_url: `${uploadsPath}/${key}` };
  });
}
