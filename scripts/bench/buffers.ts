import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { resetConfig } from "@/lib/config/config";
import { db, disconnect } from "@/lib/db/client";
import { startEmbedded } from "@/lib/db/embedded/start-embedded";
import { migrate } from "@/lib/db/migrate";
import { getAdminOrder, listOrders } from "@/lib/orders/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/admin-schema";
import { getSalesReport } from "@/lib/reports/admin-queries";
import { bareOrder, openPool } from "./baselines";
import { work } from "./load";
import { memoryOf } from "./memory";
import { options } from "./options";
import { median } from "./report";
import { type BenchCatalogue, seedCatalogue } from "./seed";
import { seedPast } from "./seed-history";

interface Round {
  megabytes: number;
  ordersPerSecond: number;
  orderMs: number;
  detailMs: number;
  listMs: number;
  reportMs: number;
  pss: number;
}

async function costOf(run: () => Promise<unknown>, seconds: number): Promise<number> {
  const times: number[] = [];
  for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
    const at = performance.now();
    await run();
    times.push(performance.now() - at);
  }
  return median(times);
}

async function measure(
  url: string,
  catalogue: BenchCatalogue,
  past: number,
): Promise<Omit<Round, "megabytes" | "pss">> {
  const [first] = await db().order.findMany({ orderBy: { id: "asc" }, select: { id: true }, take: 1 });
  const anOrder = () => getAdminOrder(`SOLD${(first?.id ?? 1) + Math.floor(Math.random() * past)}`);
  const query = adminOrdersQuery.parse({});
  // What a shop has read before: its pages are in the buffers as far as they fit.
  for (let n = 0; n < 300; n++) await anOrder();
  await getSalesReport({ from: new Date(Date.now() - 30 * 86_400_000) });
  const pool = openPool(url);
  const orders = await work(bareOrder(pool, catalogue.skus, { channelId: catalogue.channelId }));
  await pool.end();
  return {
    ordersPerSecond: orders.perSecond,
    orderMs: orders.p50,
    detailMs: await costOf(anOrder, 3),
    listMs: await costOf(() => listOrders(query), 3),
    reportMs: await costOf(() => getSalesReport({ from: new Date(Date.now() - 30 * 86_400_000) }), 3),
  };
}

/** What `shared_buffers` of several sizes do for the database of one shop, and what they cost; each twice, one after the other. */
export async function buffers(sizes: readonly number[], past: number): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "keyshelf-buffers-"));
  const open = async (megabytes?: number) => {
    const settings: Record<string, string> = megabytes ? { shared_buffers: `${megabytes}MB` } : {};
    const database = await startEmbedded({ dataDir, settings });
    process.env.DATABASE_URL = database.url;
    process.env.KEYSHELF_DATA_DIR = dataDir;
    resetConfig();
    return database;
  };
  const rounds: Round[] = [];
  let database = await open();
  try {
    await migrate(database.url);
    options.sold = 1;
    const catalogue = await seedCatalogue();
    await seedPast({ skus: catalogue.skus, channelId: catalogue.channelId, days: 365 }, past);
    await db().$executeRaw`VACUUM ANALYZE`;
    const [size] = await db().$queryRaw<{ mb: number }[]>`
      SELECT (pg_database_size(current_database()) / 1048576)::int AS mb`;
    console.log(`${past.toLocaleString("en")} orders and keys: ${size?.mb} MB.`);
    for (const megabytes of [...sizes, ...sizes]) {
      await disconnect();
      await database.stop();
      database = await open(megabytes);
      const figures = await measure(database.url, catalogue, past);
      rounds.push({ megabytes, ...figures, pss: memoryOf([database.pid])?.pss ?? 0 });
      console.log(`Measured with ${megabytes} MB.`);
    }
  } finally {
    await disconnect();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  console.table(
    rounds.map((round) =>
      Object.fromEntries(
        Object.entries(round).map(([name, value]) => [name, Number(Number(value).toFixed(2))]),
      ),
    ),
  );
}
