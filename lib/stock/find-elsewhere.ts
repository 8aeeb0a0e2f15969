import type { Tx } from "../db/transaction";
import type { ImportReport } from "./schema";
import { hashSecret, hex } from "./seal-secret";

const chunkSize = 2_000;

interface Elsewhere {
  hashes: Set<string>;
  skus: ImportReport["elsewhere"];
}

/** Which of the lines another option has: the same key under two options would be sold twice. */
export async function findElsewhere(tx: Tx, skuId: number, lines: readonly string[]): Promise<Elsewhere> {
  const found: Elsewhere = { hashes: new Set(), skus: [] };
  for (let start = 0; start < lines.length; start += chunkSize) {
    const contentHash = { in: lines.slice(start, start + chunkSize).map((line) => hashSecret(line)) };
    const rows = await tx.secret.findMany({
      where: { contentHash, skuId: { not: skuId } },
      select: { skuId: true, contentHash: true },
    });
    for (const row of rows) {
      found.hashes.add(hex(row.contentHash));
      const known = found.skus.find((sku) => sku.sku_id === row.skuId);
      if (known) known.count += 1;
      else found.skus.push({ sku_id: row.skuId, name: "", count: 1 });
    }
  }
  const names = await tx.sku.findMany({
    where: { id: { in: found.skus.map((sku) => sku.sku_id) } },
    select: { id: true, name: true, product: { select: { title: true } } },
  });
  for (const sku of found.skus) {
    const row = names.find(({ id }) => id === sku.sku_id);
    if (row) sku.name = `${row.product.title} · ${row.name}`;
  }
  return found;
}
