import { db } from "@/lib/db/client";
import { bareOrder, openPool } from "./baselines";
import { type Figures, work } from "./load";
import { placeOrders } from "./orders";
import type { Result } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const target = 1.6;

/** Orders with their payment on one process, then on two with one database. */
export async function processes(shop: Shop, catalogue: BenchCatalogue): Promise<Result[]> {
  const { channelId, skus } = catalogue;
  await db().$executeRaw`ANALYZE`;
  const alone = await placeOrders(shop.baseUrl, catalogue, { channelId });
  const second = await shop.startAnother();
  let both: Figures[];
  try {
    await placeOrders(second.baseUrl, catalogue, { channelId, duration: 2 });
    both = await Promise.all(
      [shop, second].map(({ baseUrl }) => placeOrders(baseUrl, catalogue, { channelId })),
    );
  } finally {
    await second.stop();
  }
  const pool = openPool(shop.databaseUrl);
  const database = await work(bareOrder(pool, skus, { channelId }));
  await pool.end();
  const together = both.reduce((sum, { perSecond }) => sum + perSecond, 0);
  const ratio = together / alone.perSecond;
  // Server, load generator and database share the processors: with two, a second process takes what the first had.
  return [
    { name: "orders with payment, one process", figures: alone },
    {
      name: "orders with payment, two processes",
      figures: {
        ...alone,
        perSecond: together,
        failures: both.reduce((sum, { failures }) => sum + failures, 0),
      },
      against: { name: "the database alone", figures: database },
    },
    {
      name: "two processes : one",
      value: `${ratio.toFixed(2)} x`,
      target: `>= ${target} x where processors are free`,
      isMet: ratio >= target,
    },
  ];
}
