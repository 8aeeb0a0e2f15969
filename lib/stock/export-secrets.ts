import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { AppError } from "../core/errors";
import { db } from "../db/client";
import { inTransaction, type Reader, type Tx } from "../db/transaction";
import { moveStock } from "./count-stock";
import { requireSku } from "./require-sku";
import { openSecret } from "./seal-secret";
import { voidOldestSecrets } from "./sql/free-secrets";

const chunkSize = 5_000;

export interface SecretSelection {
  skuId: number;
  status: "available" | "reserved" | "sold" | "void";
  batchId: number | undefined;
  /** The oldest so many; absent: all. */
  count?: number | undefined;
  /** Takes them off sale in the same step: what leaves the shop must not be sold here as well. */
  andVoid?: boolean | undefined;
  /** A line of its own between two keys, so that keys of several lines can be imported as they were. */
  separator?: string | undefined;
}

interface SealedRow {
  id: number;
  contentSealed: Uint8Array;
}

/** Keys as they stand in the file. @throws AppError `malformed` when a key holds the separator, which would make two of it */
function linesOf(rows: readonly SealedRow[], separator: string | undefined): string {
  return rows
    .map(({ id, contentSealed }) => {
      const content = openSecret(id, contentSealed);
      if (separator === undefined) return `${content}\n`;
      if (content.split(/\r\n|\n|\r/).some((line) => line.trim() === separator))
        throw new AppError("malformed", "separator_in_key", { field: "separator" });
      return `${content}\n${separator}\n`;
    })
    .join("");
}

/** Read in chunks so that 500,000 rows are never in memory at once. */
async function* readLines(
  reader: Reader,
  { skuId, status, batchId, count, separator }: SecretSelection,
): AsyncGenerator<string> {
  let after = 0;
  let left = count ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const take = Math.min(chunkSize, left);
    const rows = await reader.secret.findMany({
      where: { skuId, status, id: { gt: after }, ...(batchId ? { batchId } : {}) },
      orderBy: { id: "asc" },
      take,
      omit: { contentSealed: false },
    });
    if (rows.length > 0) yield linesOf(rows, separator);
    const last = rows.at(-1);
    if (!last || rows.length < take) return;
    after = last.id;
    left -= rows.length;
  }
}

async function* readChosen(
  reader: Reader,
  ids: readonly number[],
  separator: string | undefined,
): AsyncGenerator<string> {
  for (let start = 0; start < ids.length; start += chunkSize) {
    const rows = await reader.secret.findMany({
      where: { id: { in: ids.slice(start, start + chunkSize) } },
      orderBy: { id: "asc" },
      omit: { contentSealed: false },
    });
    yield linesOf(rows, separator);
  }
}

async function takeOffSale(tx: Tx, { skuId, batchId, count }: SecretSelection): Promise<number[]> {
  const ids = await voidOldestSecrets(tx, { skuId, batchId, count });
  await moveStock(tx, [{ skuId, available: -ids.length }]);
  return ids;
}

/** Keys in clear leave the shop: audited before the first line is read. */
export async function exportSecrets(
  actor: AdminActor | "system",
  client: ClientInfo | null,
  selection: SecretSelection,
): Promise<AsyncGenerator<string>> {
  const { skuId, status, batchId, count, andVoid } = selection;
  return inTransaction(async (tx) => {
    await requireSku(skuId, tx);
    const taken = andVoid && status === "available" ? await takeOffSale(tx, selection) : null;
    await recordAudit(tx, actor, client, {
      action: "stock.export",
      target: `sku:${skuId}`,
      data: {
        status,
        batchId: batchId ?? null,
        ...(count ? { count } : {}),
        ...(taken ? { voided: taken.length } : {}),
      },
    });
    const { separator } = selection;
    const read = (reader: Reader) =>
      taken ? readChosen(reader, taken, separator) : readLines(reader, selection);
    // A file that breaks off in its middle helps nobody, least of all when its keys are off sale by then.
    if (separator !== undefined) for await (const _checked of read(tx));
    return read(db());
  });
}
