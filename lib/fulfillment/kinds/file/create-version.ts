import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { requireNoBundle } from "../../../catalogue/bundles/bundle-rules";
import { lockSkus } from "../../../catalogue/bundles/sql";
import { now } from "../../../core/clock";
import { notFound } from "../../../core/errors";
import { randomCode } from "../../../core/ids";
import type { Prisma } from "../../../db/generated/client";
import { inTransaction, type Tx } from "../../../db/transaction";
import type { NewVersionBody, OwnFileBody } from "./schema";
import { chooseStorage } from "./storage/find-storage";
import { openUpload, uploadsPath } from "./uploads/receive-upload";

type Version = Pick<NewVersionBody, "version" | "notes" | "name" | "bytes">;

/** The same upload, of which nothing has come: its store was away, or its answer was lost. */
async function findUnbegun(tx: Tx, file: Prisma.SkuFileWhereInput, input: Version) {
  const { version: label, name } = input;
  const bytes = BigInt(input.bytes);
  const rows = await tx.fileVersion.findMany({
    where: { status: "uploading", label, name, bytes, notes: input.notes ?? "", file },
    orderBy: { id: "desc" },
    take: 10,
  });
  return rows.find(({ createdAt, lastPieceAt }) => createdAt.getTime() === lastPieceAt.getTime());
}

function addVersion(tx: Tx, fileId: number, { version, notes = "", name, bytes }: Version) {
  const at = now();
  const rest = { storageKey: randomCode(32), ...chooseStorage(), createdAt: at, lastPieceAt: at };
  return tx.fileVersion.create({ data: { fileId, label: version, notes, name, bytes, ...rest } });
}

/** A new version of a file, or a new file: the row, and an upload that waits for its bytes. */
export async function createVersion(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
  input: NewVersionBody,
): Promise<{ id: number; upload_url: string }> {
  const version = await inTransaction(async (tx) => {
    await lockSkus(tx, [skuId]);
    const sku = await tx.sku.findFirst({
      where: { id: skuId, source: "local" },
      select: { fulfillers: true },
    });
    if (!sku) throw notFound("option");
    requireNoBundle(sku);
    if (!sku.fulfillers.includes("file"))
      await tx.sku.update({ where: { id: skuId }, data: { fulfillers: [...sku.fulfillers, "file"] } });
    const { file_id: known, title } = input;
    if (known) {
      const { count } = await tx.skuFile.updateMany({ where: { id: known, skuId }, data: { title } });
      if (count === 0) throw notFound("file");
    }
    const begun = await findUnbegun(tx, known ? { id: known } : { skuId, title }, input);
    if (begun) return begun;
    const fileId = known ?? (await tx.skuFile.create({ data: { skuId, title, createdAt: now() } })).id;
    const created = await addVersion(tx, fileId, input);
    await recordAudit(tx, actor, client, {
      action: "file.upload",
      target: `sku:${skuId}`,
      data: { title, version: input.version, bytes: input.bytes },
    });
    return created;
  });
  return openVersion(version);
}

/** A file that a person made for one delivery, whose order is locked. */
export async function addOwnFile(tx: Tx, fulfillmentId: number, { title, name, bytes }: OwnFileBody) {
  const input = { title, version: "", name, bytes };
  const begun = await findUnbegun(tx, { fulfillmentId, title }, input);
  if (begun) return begun;
  const { id } = await tx.skuFile.create({ data: { fulfillmentId, title, createdAt: now() } });
  return addVersion(tx, id, input);
}

/** After the row that names it, so that nothing lies there without one. Where this fails, the first request opens it. */
export async function openVersion(version: Awaited<ReturnType<typeof addVersion>>) {
  await openUpload(version);
  return { id: version.id, upload_url: `${uploadsPath}/${version.storageKey}` };
}
