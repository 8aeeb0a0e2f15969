import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { getConfig } from "../../../config/config";
import { now } from "../../../core/clock";
import { foreignWords, note } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { moveVersion } from "./move-version";
import { scanFile } from "./scan-file";
import { findStorage } from "./storage/find-storage";

async function sha256Of(file: Readable): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of file as AsyncIterable<Buffer>) hash.update(piece);
  return hash.digest("hex");
}

const refuse = (versionId: number, reason: Problem) =>
  inTransaction(async (tx) => {
    await moveVersion(tx, versionId, "refused", { problem: note(reason) });
  });

/**
 * An upload is complete: its size and hash are taken, the malware scanner is asked where one is configured, and it goes on
 * sale. What was paid while there was no file is delivered then. May be repeated at any point.
 */
export async function checkVersion(versionId: number): Promise<void> {
  const version = await db().fileVersion.findUnique({
    where: { id: versionId },
    include: { file: { select: { skuId: true } } },
  });
  if (version?.status !== "checking") return;
  const { storageKey: key, bytes } = version;
  const storage = await findStorage(version);
  const size = await storage.sizeOf(key);
  if (size === null || BigInt(size) !== bytes) return refuse(versionId, problem("upload_incomplete"));
  const { clamd } = getConfig().files;
  const found = clamd === null ? null : await scanFile(clamd, await storage.read(key));
  if (found !== null) return refuse(versionId, foreignWords(found));
  const sha256 = await sha256Of(await storage.read(key));
  await storage.keep(key);
  await inTransaction(async (tx) => {
    if (!(await moveVersion(tx, versionId, "ready", { sha256, readyAt: now() }))) return;
    const { skuId } = version.file;
    // A file for one order is handed over by a person.
    if (skuId === null) return;
    await tx.sku.update({ where: { id: skuId }, data: { updatedAt: now() } });
    await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
  });
}
