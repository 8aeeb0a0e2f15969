import { newToken } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { type BareOrder, bareOrder, openPool, quietWorkers } from "./baselines";
import { type Figures, http, work } from "./load";
import type { Row } from "./report";
import type { BenchCatalogue } from "./seed";
import type { Shop } from "./shop";

const json = { "content-type": "application/json" };
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;

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

export interface OrderLoad {
  /** Begins a payment with each order, as every buyer does. */
  channelId?: number;
  duration?: number;
  amount?: number;
  rate?: number | undefined;
}

/** Guests who order, at one shop process. */
export const placeOrders = (
  baseUrl: string,
  catalogue: BenchCatalogue,
  { channelId, ...load }: OrderLoad = {},
): Promise<Figures> =>
  http({
    url: `${baseUrl}/api/v1/guest/orders`,
    method: "POST",
    headers: json,
    next: () => orderRequest(catalogue, channelId),
    ...load,
  });

/** Orders without and with a payment, each beside its bare SQL. */
export async function orders(shop: Shop, catalogue: BenchCatalogue): Promise<Row[]> {
  const { channelId, skus } = catalogue;
  // A shop runs for weeks: what it costs to compile its code is not measured.
  for (const load of [{}, { channelId }])
    await placeOrders(shop.baseUrl, catalogue, { ...load, duration: 4 });
  // Acts as autovacuum would a few seconds later: both sides are measured on a database that knows its tables.
  await db().$executeRaw`ANALYZE`;
  const pool = openPool(shop.databaseUrl);
  const flow = async (name: string, how: BareOrder, target: number): Promise<Row[]> => {
    await quietWorkers(pool);
    const bare = await work(bareOrder(pool, skus, how));
    await quietWorkers(pool);
    const figures = await placeOrders(shop.baseUrl, catalogue, how);
    return [
      { name: `bare SQL of a ${name}`, figures: bare },
      { name, figures, against: { name: "its bare SQL", figures: bare, target } },
    ];
  };
  const rows = [
    ...(await flow("guest order without a payment", {}, 0.85)),
    ...(await flow("guest order with its payment", { channelId }, 0.65)),
  ];
  await pool.end();
  return rows;
}
