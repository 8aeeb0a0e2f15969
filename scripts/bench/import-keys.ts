import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { db } from "@/lib/db/client";
import { memoryOf } from "./memory";
import { options } from "./options";
import type { Result } from "./report";
import { addSecrets, type BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const target = 0.3;
const piece = 100_000;

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

/** An import of many keys: each is checked, sealed and hashed, found to be new, and stored. */
export async function importKeys(shop: Shop, { skus }: BenchCatalogue): Promise<Result[]> {
  const skuId = skus.at(-1)?.id ?? 0;
  const total = options.importedKeys;
  const own = [process.pid];
  const before = memoryOf(own)?.pss ?? 0;
  const since = performance.now();
  let most = 0;
  for (let done = 0; done < total; done += piece) {
    await addSecrets(skuId, Math.min(piece, total - done), `import-${done}`);
    most = Math.max(most, (memoryOf(own)?.pss ?? 0) - before);
  }
  const imported = figuresOf(total, since);
  await db().$executeRaw`ANALYZE`;
  const bare = await copyRows(shop, skuId, Math.min(total, 2 * piece));
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
