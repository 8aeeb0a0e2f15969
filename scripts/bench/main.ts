import { listProducts } from "@/lib/catalogue/queries";
import { newToken } from "@/lib/core/ids";
import { db, disconnect } from "@/lib/db/client";
import { signMd5 } from "@/lib/payments/providers/epay/epay-signature";
import { bareDelivery, bareOrder, openPool } from "./baselines";
import { interconnect } from "./interconnect";
import { http, seconds, work } from "./load";
import { members } from "./members";
import { memoryOf } from "./memory";
import { pages } from "./pages";
import { median, print, type Row, verdict } from "./report";
import { secrecy } from "./secrecy";
import { addSecrets, type BenchCatalogue, merchant, seedCatalogue } from "./seed";
import { openShop, type Shop } from "./shop";

const json = { "content-type": "application/json" };
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

async function reads(shop: Shop, { slug }: BenchCatalogue): Promise<Row[]> {
  const url = (path: string) => shop.baseUrl + path;
  await http({ url: url("/api/health"), duration: 2 });
  const bare = await http({ url: url("/api/health") });
  const against = { name: "a bare Next handler", figures: bare, target: 0.7 };
  return [
    { name: "bare Next route handler", figures: bare },
    { name: "product list", figures: await http({ url: url("/api/v1/public/products") }), against },
    { name: "product detail", figures: await http({ url: url(`/api/v1/public/products/${slug}`) }), against },
  ];
}

/** A thousand addresses, so that what is counted by address is counted as in a shop and not in a benchmark. */
const someAddress = () => `203.0.${Math.floor(Math.random() * 4)}.${Math.floor(Math.random() * 250) + 1}`;

function orderRequest(catalogue: BenchCatalogue, channelId?: number) {
  const sku = pick(catalogue.skus);
  const body = {
    product_id: sku.productId,
    sku_id: sku.id,
    quantity: 1,
    email: `b${newToken().slice(0, 12).toLowerCase()}@example.com`,
    ...(channelId ? { payment_channel_id: channelId } : {}),
  };
  return { body: JSON.stringify(body), headers: { "x-forwarded-for": someAddress() } };
}

async function orders(shop: Shop, catalogue: BenchCatalogue): Promise<Row[]> {
  const pool = openPool(shop.databaseUrl);
  const load = { url: `${shop.baseUrl}/api/v1/guest/orders`, method: "POST" as const, headers: json };
  await http({ ...load, duration: 2, next: () => orderRequest(catalogue) });
  // What autovacuum would do a few seconds later: both sides are measured on a database that knows its tables.
  await db().$executeRaw`ANALYZE`;
  const bare = await work(bareOrder(pool, catalogue.skus));
  const created = await http({ ...load, next: () => orderRequest(catalogue) });
  await pool.end();
  return [
    { name: "bare SQL of a guest order", figures: bare },
    {
      name: "guest order creation",
      figures: created,
      against: { name: "its bare SQL", figures: bare, target: 0.5 },
    },
  ];
}

/** Signed notifications for payments that wait, as a gateway would send them. */
async function waitingNotifications(catalogue: BenchCatalogue): Promise<string[]> {
  const payments = await db().payment.findMany({ where: { state: "pending" }, select: { paymentNo: true } });
  return payments.map(({ paymentNo }, n) => {
    const fields = new Map([
      ["pid", merchant.pid],
      ["trade_no", `G${n}-${paymentNo}`],
      ["out_trade_no", paymentNo],
      ["type", "alipay"],
      ["name", "product"],
      ["money", "9.90"],
      ["trade_status", "TRADE_SUCCESS"],
    ]);
    const query = new URLSearchParams([
      ...fields,
      ["sign", signMd5(fields, merchant.key)],
      ["sign_type", "MD5"],
    ]);
    return `/api/v1/payments/callback/epay/${catalogue.channelId}?${query}`;
  });
}

async function deliveries(shop: Shop, catalogue: BenchCatalogue): Promise<Row[]> {
  const amount = 2000;
  await http({
    url: `${shop.baseUrl}/api/v1/guest/orders`,
    method: "POST",
    headers: json,
    amount,
    next: () => orderRequest(catalogue, catalogue.channelId),
  });
  const unpaid = await db().orderItem.findMany({
    where: { order: { status: "pending_payment", payments: { none: {} } }, secrets: { some: {} } },
    include: { fulfillment: true },
    take: amount,
  });
  const pool = openPool(shop.databaseUrl);
  const rows = unpaid.map(({ id, orderId, skuId, fulfillment }) => ({
    itemId: id,
    orderId,
    skuId,
    fulfillmentId: fulfillment?.id ?? 0,
  }));
  const bare = await work(bareDelivery(pool, rows), { amount: rows.length, duration: 60 });
  await pool.end();
  const paths = await waitingNotifications(catalogue);
  const expected = paths.length;
  const paid = await http({
    url: shop.baseUrl,
    amount: expected,
    next: () => ({ path: paths.pop() ?? "/api/health" }),
  });
  const delivered = await db().payment.count({ where: { state: "paid", order: { status: "delivered" } } });
  if (delivered < expected)
    console.log(`${expected - delivered} of ${expected} notifications did not deliver`);
  return [
    { name: "bare SQL of paid and delivered", figures: bare },
    // Its mails and callbacks are made in the same time by the same process; the bare rows have none.
    { name: "notification -> delivered", figures: paid, against: { name: "its bare SQL", figures: bare } },
  ];
}

async function listCost(): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 150; n++) {
    const at = performance.now();
    await listProducts({ page: 1, per_page: 20, sort: "default" });
    times.push(performance.now() - at);
  }
  return median(times.slice(50));
}

async function growth({ skus }: BenchCatalogue): Promise<void> {
  await db().$executeRaw`VACUUM ANALYZE`;
  const few = await listCost();
  const [first] = skus;
  const many = 500_000;
  const piece = 100_000;
  for (let n = 0; n < many / piece; n++) await addSecrets(first?.id ?? 0, piece, `bulk-${n}`);
  await db().$executeRaw`ANALYZE`;
  const cost = (await listCost()) / few;
  verdict("list cost with 500,000 more secrets", `${cost.toFixed(2)} x`, "<= 1.3 x", cost <= 1.3);
}

const flows = { reads, pages, orders, deliveries, members, interconnect, secrecy };

/** A flow leaves jobs behind (mails, expiry), which would be measured with the next one. */
async function untilQuiet(): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const [due] = await db().$queryRaw<{ n: number }[]>`
      SELECT count(*)::int AS n FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
      WHERE t.identifier <> 'bench.nothing' AND (j.is_available AND j.run_at <= now() OR j.locked_at IS NOT NULL)`;
    if (!due?.n) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  console.log("The jobs of the last flow are not done after a minute.");
}

/** `BENCH_ONLY=orders,growth npm run bench` */
const only = process.env.BENCH_ONLY?.split(",");
const isWanted = (name: string) => only?.includes(name) ?? true;

async function main(): Promise<void> {
  const shop = await openShop();
  try {
    console.log(`Benchmark: ${seconds} s a flow. Compare shares within one run, never times of two.`);
    const keys = Number(process.env.BENCH_KEYS ?? 2500);
    const catalogue = await seedCatalogue(keys);
    const rows: Row[] = [];
    for (const [name, flow] of Object.entries(flows)) {
      if (!isWanted(name)) continue;
      rows.push(...(await flow(shop, catalogue)));
      await untilQuiet();
    }
    print(rows);
    // The benchmark's own connections are processes of the database, and no part of a shop.
    await disconnect();
    const memory = memoryOf(shop.pids);
    if (memory) {
      const { rss, pss } = memory;
      verdict(
        "memory of server and database after the load",
        `${rss.toFixed(0)} MB RSS, ${pss.toFixed(0)} MB with shared pages counted once`,
        "<= 450 MB RSS",
        rss <= 450,
      );
    }
    if (isWanted("growth")) await growth(catalogue);
  } finally {
    await shop.stop();
  }
}

await main();
