import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { resetConfig } from "@/lib/config/config";
import { db, disconnect } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections/guarded-client";
import { migrate } from "@/lib/db/migrations/migrate";
import { getAdminOrder, listOrders } from "@/lib/orders/staff/admin-queries";
import { adminOrdersQuery } from "@/lib/orders/staff/admin-schema";
import { getSalesReport } from "@/lib/reports/admin-queries";
import { startNewDatabase } from "../new-database";
import { bareOrder, openPool } from "./baselines";
import { work } from "./load";
import { memoryOf, processorTicks } from "./memory";
import { options } from "./options";
import { median } from "./report";
import { type BenchCatalogue, seedCatalogue } from "./seed";
import { seedPast } from "./seed-history";

/** Nothing of it has to outlive a power cut. */
const seeding = { fsync: "off", full_page_writes: "off", max_wal_size: "4GB", maintenance_work_mem: "256MB" };

interface Cost {
  /** Median of a call. */
  ms: number;
  /**
   * Time that the database computed for a call: unlike the time that passed, it is hardly changed by other work of the
   * machine.
   */
  cpuMs: number;
}

interface Round {
  megabytes: number;
  order: Cost;
  detail: Cost;
  list: Cost;
  report: Cost;
  pss: number;
}

async function computing(pid: number, run: () => Promise<{ ms: number; calls: number }>): Promise<Cost> {
  const before = processorTicks([pid]);
  const { ms, calls } = await run();
  return { ms, cpuMs: ((processorTicks([pid]) - before) * 10) / Math.max(1, calls) };
}

const costOf = (pid: number, run: () => Promise<unknown>): Promise<Cost> =>
  computing(pid, async () => {
    const times: number[] = [];
    for (const until = performance.now() + options.seconds * 1000; performance.now() < until; ) {
      const at = performance.now();
      await run();
      times.push(performance.now() - at);
    }
    return { ms: median(times), calls: times.length };
  });

async function measure(
  { url, pid }: { url: string; pid: number },
  catalogue: BenchCatalogue,
  past: number,
): Promise<Omit<Round, "megabytes" | "pss">> {
  const [first] = await db().order.findMany({ orderBy: { id: "asc" }, select: { id: true }, take: 1 });
  const anOrder = () => getAdminOrder(`KSOLD${(first?.id ?? 1) + Math.floor(Math.random() * past)}`);
  const query = adminOrdersQuery.parse({});
  const aReport = () => getSalesReport({ from: new Date(Date.now() - 30 * 86_400_000) });
  // Reads as a shop has read before: its pages are in the buffers as far as they fit.
  for (let n = 0; n < 300; n++) await anOrder();
  await aReport();
  const pool = openPool(url);
  const order = await computing(pid, async () => {
    const { perSecond, p50 } = await work(
      bareOrder(pool, catalogue.skus, { channelId: catalogue.channelId }),
    );
    return { ms: p50, calls: perSecond * options.seconds };
  });
  await pool.end();
  return {
    order,
    detail: await costOf(pid, anOrder),
    list: await costOf(pid, () => listOrders(query)),
    report: await costOf(pid, aReport),
  };
}

/** The shop's own connections give up after a while. */
async function vacuum(url: string): Promise<void> {
  const client = await openClient(url, "keyshelf-bench");
  await client.query("VACUUM ANALYZE");
  await client.end();
}

/**
 * Measures the gain and the cost of several sizes of `shared_buffers` for the database of one shop; each twice, one
 * after the other.
 */
export async function buffers(sizes: readonly number[], past: number): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), "keyshelf-buffers-"));
  const open = async (settings: Record<string, string>) => {
    const database = await startNewDatabase({ dataDir, settings });
    process.env.DATABASE_URL = database.url;
    process.env.KEYSHELF_DATA_DIR = dataDir;
    resetConfig();
    return database;
  };
  const rounds: Round[] = [];
  let database = await open(seeding);
  try {
    await migrate(database.url);
    options.sold = 1;
    const catalogue = await seedCatalogue();
    const began = performance.now();
    await seedPast({ skus: catalogue.skus, channelId: catalogue.channelId, days: 365 }, past);
    await vacuum(database.url);
    const [size] = await db().$queryRaw<{ mb: number }[]>`
      SELECT (pg_database_size(current_database()) / 1048576)::int AS mb`;
    console.log(
      `${past.toLocaleString("en")} orders and keys: ${size?.mb} MB, seeded in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
    );
    for (const megabytes of [...sizes, ...sizes]) {
      await disconnect();
      await database.stop();
      database = await open({ shared_buffers: `${megabytes}MB` });
      const figures = await measure(database, catalogue, past);
      rounds.push({ megabytes, ...figures, pss: memoryOf([database.pid])?.pss ?? 0 });
      console.log(`Measured with ${megabytes} MB.`);
    }
  } finally {
    await disconnect();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
  const rounded = (value: number) => Number(value.toFixed(2));
  console.table(
    rounds.map(({ megabytes, pss, ...costs }) => ({
      megabytes,
      ...Object.fromEntries(
        Object.entries(costs).flatMap(([name, { ms, cpuMs }]) => [
          [`${name} ms`, rounded(ms)],
          [`${name} CPU`, rounded(cpuMs)],
        ]),
      ),
      "PSS MB": rounded(pss),
    })),
  );
}
