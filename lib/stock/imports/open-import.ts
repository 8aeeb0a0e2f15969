import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { requireKeyedSku } from "../require-sku";
import { endImport } from "./end-import";
import { enqueueImport } from "./enqueue-import";
import { moveImport } from "./move-import";
import { sealPiece } from "./pieces";
import type { KeyFormat, KeyImportMode, NewKeyImport } from "./schema";

/** Waits for its text. @throws AppError `not_found`, `state_conflict` */
export async function openImport(actor: AdminActor | "system", input: NewKeyImport): Promise<{ id: number }> {
  const { sku_id: skuId, name, note, format, leave_out_elsewhere: leaveOutElsewhere } = input;
  if (skuId !== undefined) await requireKeyedSku(skuId);
  const at = now();
  return db().keyImport.create({
    data: {
      skuId: skuId ?? null,
      name,
      note,
      format,
      leaveOutElsewhere,
      createdById: actor === "system" ? null : actor.staffId,
      createdAt: at,
      changedAt: at,
    },
    select: { id: true },
  });
}

/** The same piece again changes nothing. @throws AppError `not_found`, `state_conflict` */
export const addPiece = (
  importId: number,
  { number, text }: { number: number; text: string },
): Promise<{ pieces: number }> =>
  inTransaction(async (tx) => {
    const { count } = await tx.keyImport.updateMany({
      where: { id: importId, status: "uploading" },
      data: { changedAt: now() },
    });
    if (count === 0) throw await notWaiting(importId);
    const data = { importId, number, textSealed: sealPiece(importId, number, text) };
    await tx.keyImportPiece.createMany({ data, skipDuplicates: true });
    return { pieces: await tx.keyImportPiece.count({ where: { importId } }) };
  });

async function notWaiting(id: number): Promise<AppError> {
  const row = await db().keyImport.findUnique({ where: { id }, select: { id: true } });
  return row ? new AppError("state_conflict", "import_began") : notFound("key_import");
}

interface Start {
  mode: KeyImportMode;
  pieces: number;
  format?: KeyFormat | undefined;
  /** When a job takes it up; at once unless whoever starts it reads it, too. */
  jobAt?: Date;
}

/** The text is complete: a job reads it. After a check it may be taken apart in another way. @throws AppError `not_found`, `malformed`, `state_conflict` */
export const startImport = (
  actor: AdminActor | "system",
  client: ClientInfo | null,
  id: number,
  { mode, pieces, format, jobAt }: Start,
): Promise<{ id: number }> =>
  inTransaction(async (tx) => {
    const row = await tx.keyImport.findUnique({ where: { id } });
    if (!row) throw notFound("key_import");
    const to = mode === "check" ? "checking" : "importing";
    if (!(await moveImport(tx, id, to, { pieceCount: pieces, ...(format ? { format } : {}) })))
      throw new AppError("state_conflict", "import_began");
    const sent = await tx.keyImportPiece.count({ where: { importId: id, number: { lt: pieces } } });
    if (sent < pieces) throw new AppError("malformed", "pieces_missing", { field: "pieces" });
    await enqueueImport(tx, id, jobAt);
    if (mode === "import")
      await recordAudit(tx, actor, client, {
        action: "stock.import_start",
        target: row.skuId === null ? `key_import:${id}` : `sku:${row.skuId}`,
        data: { importId: id, name: row.name },
      });
    return { id };
  });

/** Stops it after the batch that is being stored; what is stored stays. @throws AppError `not_found`, `state_conflict` */
export const cancelImport = (actor: AdminActor, client: ClientInfo, id: number): Promise<{ id: number }> =>
  inTransaction(async (tx) => {
    if (!(await tx.keyImport.findUnique({ where: { id }, select: { id: true } })))
      throw notFound("key_import");
    if (!(await endImport(tx, actor, client, { id, to: "canceled" })))
      throw new AppError("state_conflict", "import_over");
    return { id };
  });
