import { db } from "@/lib/db/client";
import { signMd5 } from "@/lib/payments/providers/epay/epay-signature";
import { bareDelivery, openPool, quietWorkers } from "./baselines";
import { http, work } from "./load";
import { placeOrders } from "./orders";
import type { Row } from "./report";
import { type BenchCatalogue, merchant } from "./seed";
import type { Shop } from "./shop";

/** Signed notifications for payments that wait, as a gateway would send them. */
export async function waitingNotifications({ channelId }: BenchCatalogue, take?: number): Promise<string[]> {
  const payments = await db().payment.findMany({
    where: { state: "pending", order: { status: "pending_payment" } },
    select: { paymentNo: true },
    ...(take ? { take } : {}),
  });
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
    return `/api/v1/payments/callback/epay/${channelId}?${query}`;
  });
}

/** Unpaid orders that hold their key, for a baseline to pay and deliver. */
export async function unpaidRows(buyerKind: "guest" | "site", take: number) {
  const unpaid = await db().orderItem.findMany({
    where: { order: { buyerKind, status: "pending_payment", payments: { none: {} } }, secrets: { some: {} } },
    include: { fulfillment: true },
    take,
  });
  return unpaid.map(({ id, orderId, skuId, fulfillment }) => ({
    itemId: id,
    orderId,
    skuId,
    fulfillmentId: fulfillment?.id ?? 0,
  }));
}

/** Notifications before the measured ones: a shop runs for weeks, and its code is compiled. */
const warmUp = 600;

/** From a gateway's notification to the delivered order. */
export async function deliveries(shop: Shop, catalogue: BenchCatalogue): Promise<Row[]> {
  const amount = 2000;
  await placeOrders(shop.baseUrl, catalogue, { amount });
  await placeOrders(shop.baseUrl, catalogue, { amount: amount + warmUp, channelId: catalogue.channelId });
  const pool = openPool(shop.databaseUrl);
  await quietWorkers(pool);
  const rows = await unpaidRows("guest", amount);
  const bare = await work(bareDelivery(pool, rows), { amount: rows.length, duration: 60 });
  await quietWorkers(pool);
  await pool.end();
  const paths = await waitingNotifications(catalogue, amount + warmUp);
  const notify = (calls: number) =>
    http({ url: shop.baseUrl, amount: calls, next: () => ({ path: paths.pop() ?? "/api/health" }) });
  await notify(warmUp);
  const expected = paths.length;
  const before = await db().payment.count({ where: { state: "paid" } });
  const paid = await notify(expected);
  const delivered =
    (await db().payment.count({ where: { state: "paid", order: { status: "delivered" } } })) - before;
  if (delivered < expected)
    console.log(`${expected - delivered} of ${expected} notifications did not deliver`);
  return [
    { name: "bare SQL of paid and delivered", figures: bare },
    // Its mails and callbacks are made in the same time by the same process; the bare rows have none.
    {
      name: "notification -> delivered",
      figures: paid,
      against: { name: "its bare SQL", figures: bare, target: 0.5 },
    },
  ];
}
