import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { pieceCharacters } from "@/lib/stock/imports/bounds";
import { moveImport } from "@/lib/stock/imports/move-import";
import { addPiece, openImport } from "@/lib/stock/imports/open-import";
import { runImport } from "@/lib/stock/imports/run-import";
import { newKeyImportBody } from "@/lib/stock/imports/schema";
import { memoryOf } from "./memory";
import { options } from "./options";
import type { Result } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const target = 0.3;
const copied = 200_000;

const figuresOf = (count: number, since: number) => {
  const seconds = (performance.now() - since) / 1000;
  return { perSecond: count / seconds, p50: 0, p99: 0, failures: 0 };
};

/** The rows that were imported, copied into a table of the same columns and indexes: what the database needs for them. */
async function copyRows({ databaseUrl }: Shop, skuId: number, count: number) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("CREATE TABLE bench_secrets (LIKE secrets INCLUDING DEFAULTS INCLUDING INDEXES)");
    const { rows } = await client.query<{ line: string }>(
      `SELECT concat_ws(E'\\t', id, sku_id, batch_id, status, '\\\\x' || encode(content_sealed, 'hex'), '\\\\x' || encode(content_hash, 'hex'))
         AS line FROM secrets WHERE sku_id = $1 AND status = 'available' AND batch_id IS NOT NULL ORDER BY id DESC LIMIT $2`,
      [skuId, count],
    );
    const since = performance.now();
    const copy = client.query(
      copyFrom("COPY bench_secrets (id, sku_id, batch_id, status, content_sealed, content_hash) FROM STDIN"),
    );
    await pipeline(Readable.from(rows.map(({ line }) => `${line}\n`)), copy);
    const figures = figuresOf(rows.length, since);
    await client.query("DROP TABLE bench_secrets");
    return figures;
  } finally {
    await client.end();
  }
}

/** The text of an import, sent as the admin's page sends it. */
async function sendText(skuId: number, total: number): Promise<number> {
  const { id } = await openImport(
    "system",
    newKeyImportBody.parse({ sku_id: skuId, format: { kind: "lines" } }),
  );
  let text = "";
  let pieces = 0;
  for (let n = 0; n < total; n++) {
    text += `import-${n}\n`;
    if (text.length < pieceCharacters - 100 && n < total - 1) continue;
    await addPiece(id, { number: pieces, text });
    pieces += 1;
    text = "";
  }
  await inTransaction((tx) => moveImport(tx, id, "importing", { pieceCount: pieces }));
  return id;
}

/** An import of many keys by its job: each is read, sealed and hashed, found to be new, and stored. */
export async function importKeys(shop: Shop, { skus }: BenchCatalogue): Promise<Result[]> {
  const skuId = skus.at(-1)?.id ?? 0;
  const total = options.importedKeys;
  const id = await sendText(skuId, total);
  const own = [process.pid];
  const before = memoryOf(own)?.pss ?? 0;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, (memoryOf(own)?.pss ?? 0) - before);
  }, 250);
  const since = performance.now();
  await runImport(id, Number.POSITIVE_INFINITY);
  const imported = figuresOf(total, since);
  clearInterval(watch);
  const { status, counts } = await db().keyImport.findUniqueOrThrow({ where: { id } });
  if (status !== "done" || (counts as { imported: number }).imported !== total)
    throw new Error(`the import ended as ${status}`);
  await db().$executeRaw`ANALYZE`;
  const bare = await copyRows(shop, skuId, Math.min(total, copied));
  return [
    { name: "COPY of the same sealed rows", figures: bare },
    {
      name: `import of ${total.toLocaleString("en")} keys, keys`,
      figures: imported,
      against: { name: "COPY", figures: bare, target },
    },
    {
      name: "memory that the import adds to its process",
      value: `${most.toFixed(0)} MB`,
      target: "<= 300 MB",
      isMet: most <= 300,
    },
  ];
}
