import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { requireSku } from "./require-sku";
import { openSecret } from "./seal-secret";

const chunkSize = 5_000;

export interface SecretSelection {
  skuId: number;
  status: "available" | "reserved" | "sold" | "void";
  batchId: number | undefined;
}

/** One secret a line, read in chunks so that 500,000 rows never stand in memory at once. */
async function* readLines({ skuId, status, batchId }: SecretSelection): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const rows = await db().secret.findMany({
      where: { skuId, status, id: { gt: after }, ...(batchId ? { batchId } : {}) },
      orderBy: { id: "asc" },
      take: chunkSize,
      omit: { contentSealed: false },
    });
    if (rows.length > 0) yield rows.map((row) => `${openSecret(row.id, row.contentSealed)}\n`).join("");
    const last = rows.at(-1);
    if (!last || rows.length < chunkSize) return;
    after = last.id;
  }
}

/** Keys in clear leave the shop: audited before the first line is read. */
export async function exportSecrets(
  actor: AdminActor | "system",
  client: ClientInfo | null,
  selection: SecretSelection,
): Promise<AsyncGenerator<string>> {
  const { skuId, status, batchId } = selection;
  await inTransaction(async (tx) => {
    await requireSku(skuId, tx);
    await recordAudit(tx, actor, client, {
      action: "stock.export",
      target: `sku:${skuId}`,
      data: { status, batchId: batchId ?? null },
    });
  });
  return readLines(selection);
}
