import { setTimeout as sleep } from "node:timers/promises";
import { db } from "@/lib/db/client";
import { waitingNotifications } from "./deliveries";
import { connections, type Figures, http } from "./load";
import { memoryOf } from "./memory";
import { placeOrders } from "./orders";
import { median, type Verdict } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const within = 0.1;
const turnSeconds = 10;
const readsPerOrder = 4;

interface Turn {
  reads: Figures;
  orders: Figures;
  paid: Figures;
  memory: number;
}

/** People read, order and pay at once: `rate` orders a second, or as many as the shop can. */
async function turn(shop: Shop, catalogue: BenchCatalogue, rate?: number): Promise<Turn> {
  const { channelId } = catalogue;
  const paths = await waitingNotifications(catalogue, rate ? rate * turnSeconds : 400);
  const [reads, orders, paid] = await Promise.all([
    http({
      url: `${shop.baseUrl}/products/${catalogue.slug}`,
      duration: turnSeconds,
      rate: rate && rate * readsPerOrder,
    }),
    placeOrders(shop.baseUrl, catalogue, { channelId, duration: turnSeconds, rate }),
    http({
      url: shop.baseUrl,
      amount: Math.max(paths.length, connections),
      rate,
      next: () => ({ path: paths.pop() ?? "/api/health" }),
    }),
  ]);
  return { reads, orders, paid, memory: memoryOf(shop.pids)?.pss ?? 0 };
}

const dueJobs = async (): Promise<number> => {
  const [row] = await db().$queryRaw<{ n: number }[]>`
    SELECT count(*)::int AS n FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
    WHERE t.identifier <> 'bench.nothing' AND j.run_at <= now() AND j.is_available`;
  return row?.n ?? 0;
};

/** The first and the last fifth of the turns beside each other; the very first turns are the warm-up. */
function compare(turns: readonly Turn[], name: string, of: (turn: Turn) => number, isLess: boolean): Verdict {
  const part = Math.max(1, Math.floor(turns.length / 5));
  const first = median(turns.slice(0, part).map(of));
  const last = median(turns.slice(-part).map(of));
  const ratio = last / first;
  return {
    name,
    value: `${ratio.toFixed(2)} x of the beginning`,
    target: isLess ? `<= ${(1 + within).toFixed(2)} x` : `>= ${(1 - within).toFixed(2)} x`,
    isMet: isLess ? ratio <= 1 + within : ratio >= 1 - within,
  };
}

/** A mixed load for a long time: nothing may become slower, larger or longer. */
export async function soak(
  shop: Shop,
  catalogue: BenchCatalogue,
  { minutes, rate }: { minutes: number; rate?: number },
): Promise<Verdict[]> {
  const turns: Turn[] = [];
  const end = performance.now() + minutes * 60_000;
  await turn(shop, catalogue, rate);
  await turn(shop, catalogue, rate);
  do {
    turns.push(await turn(shop, catalogue, rate));
    const { reads, orders, memory } = turns.at(-1) as Turn;
    console.log(
      `${((end - performance.now()) / 60_000).toFixed(1)} minutes left: ${reads.perSecond.toFixed(0)} pages, ${orders.perSecond.toFixed(0)} orders a second in ${orders.p50.toFixed(0)} ms, ${memory.toFixed(0)} MB`,
    );
  } while (performance.now() < end);
  let left = await dueJobs();
  for (let attempts = 0; left > 0 && attempts < 240; attempts++) {
    await sleep(500);
    left = await dueJobs();
  }
  const failures = turns.reduce(
    (sum, { reads, orders, paid }) => sum + reads.failures + orders.failures + paid.failures,
    0,
  );
  return [
    compare(turns, "pages a second", ({ reads }) => reads.perSecond, false),
    compare(turns, "orders with payment a second", ({ orders }) => orders.perSecond, false),
    compare(turns, "median latency of an order", ({ orders }) => orders.p50, true),
    compare(turns, "memory, shared pages counted once", ({ memory }) => memory, true),
    { name: "jobs due two minutes after the load", value: String(left), target: "0", isMet: left === 0 },
    { name: "calls that failed", value: String(failures), target: "0", isMet: failures === 0 },
  ];
}
