import { recordAudit } from "../../../../acts/record-audit";
import { minutesFromNow } from "../../../../core/clock";
import { db } from "../../../../db/client";
import { inTransaction } from "../../../../db/transaction";
import { enqueue } from "../../../../jobs/enqueue";
import { ownerOf, withOwner } from "../own-files";

/** An upload to which nothing was added for so long is not continued any more. */
const abandonedMinutes = 7 * 24 * 60;

/** A piece that came meanwhile keeps it. */
const forgetUpload = (id: number, before: Date): Promise<void> =>
  inTransaction(async (tx) => {
    const version = await tx.fileVersion.findUnique({ where: { id }, include: { file: withOwner } });
    const { count } = await tx.fileVersion.deleteMany({
      where: { id, status: "uploading", lastPieceAt: { lt: before } },
    });
    if (!version || count === 0) return;
    const { storageKey, storage, store, label, file } = version;
    await tx.skuFile.deleteMany({ where: { id: file.id, versions: { none: {} } } });
    await enqueue(tx, "file.remove", { storageKey, storage, store });
    await recordAudit(tx, "system", null, {
      action: "file.remove",
      target: ownerOf(file),
      data: { title: file.title, version: label, abandoned: true },
    });
  });

/** Removes uploads that were begun and left, with the bytes that came. */
export async function purgeUploads(): Promise<void> {
  const before = minutesFromNow(-abandonedMinutes);
  const abandoned = await db().fileVersion.findMany({
    where: { status: "uploading", lastPieceAt: { lt: before } },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of abandoned) await forgetUpload(id, before);
}
