import { addSeconds, now } from "../core/clock";
import { toMoney, toTime } from "../core/wire";
import { db } from "../db/client";
import { Prisma } from "../db/generated/client";
import type { BuyerKind } from "../orders/state";
import { getSettings } from "../settings/queries";
import type { Settings } from "../settings/types";
import { readRange } from "./read-range";
import type { ReportQuery, SalesReport } from "./schema";

const day = 86_400;
function bucketOf(seconds: number): SalesReport["bucket"] {
  if (seconds <= 2 * day) return "hour";
  return seconds <= 120 * day ? "day" : "week";
}

interface SumRow {
  revenue: bigint;
  paid: number;
  placed: number;
  refunded: bigint;
  buyers: number;
}

async function readTotals(currency: string, from: Date, to: Date): Promise<SumRow> {
  const [row] = await db().$queryRaw<SumRow[]>`
    SELECT
      coalesce(sum(amount_cents) FILTER (WHERE paid_at >= ${from} AND paid_at < ${to}), 0)::bigint AS revenue,
      count(*) FILTER (WHERE paid_at >= ${from} AND paid_at < ${to})::int AS paid,
      count(*) FILTER (WHERE created_at >= ${from} AND created_at < ${to})::int AS placed,
      count(DISTINCT coalesce('s' || site_id, 'u' || user_id, 'e' || email))
        FILTER (WHERE paid_at >= ${from} AND paid_at < ${to})::int AS buyers,
      (SELECT coalesce(sum(r.amount_cents), 0)::bigint FROM refunds r JOIN orders o ON o.id = r.order_id
        WHERE r.payment_id IS NULL AND o.currency = ${currency} AND r.created_at >= ${from} AND r.created_at < ${to}) AS refunded
    FROM orders
    WHERE currency = ${currency}
      AND ((paid_at >= ${from} AND paid_at < ${to}) OR (created_at >= ${from} AND created_at < ${to}))`;
  return row ?? { revenue: 0n, paid: 0, placed: 0, refunded: 0n, buyers: 0 };
}

interface SeriesRow {
  at: Date;
  revenue: bigint;
  refunded: bigint;
  orders: number;
  isPartial: boolean;
}

/** One row a bucket, the empty ones too. `is_partial`: the range, or the time so far, holds only a part of it. */
const readSeries = ({ currency, timeZone }: Settings, bucket: SalesReport["bucket"], from: Date, to: Date) =>
  db().$queryRaw<SeriesRow[]>`
    WITH buckets AS (
      SELECT DISTINCT b AT TIME ZONE ${timeZone} AS at
      FROM generate_series(
        date_trunc(${bucket}, ${from}::timestamptz AT TIME ZONE ${timeZone}),
        date_trunc(${bucket}, (${to}::timestamptz - interval '1 millisecond') AT TIME ZONE ${timeZone}),
        ${Prisma.raw(`interval '1 ${bucket}'`)}) AS b
    ), paid AS (
      SELECT date_trunc(${bucket}, paid_at AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone} AS at, sum(amount_cents) AS revenue, count(*) AS orders
      FROM orders WHERE currency = ${currency} AND paid_at >= ${from} AND paid_at < ${to} GROUP BY 1
    ), back AS (
      SELECT date_trunc(${bucket}, r.created_at AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone} AS at, sum(r.amount_cents) AS refunded
      FROM refunds r JOIN orders o ON o.id = r.order_id
      WHERE r.payment_id IS NULL AND o.currency = ${currency} AND r.created_at >= ${from} AND r.created_at < ${to} GROUP BY 1
    )
    SELECT buckets.at, buckets.at < ${from} OR (buckets.at AT TIME ZONE ${timeZone} + ${Prisma.raw(`interval '1 ${bucket}'`)}) AT TIME ZONE ${timeZone}
        > least(${to}::timestamptz, ${now()}::timestamptz) AS "isPartial",
      coalesce(paid.revenue, 0)::bigint AS revenue, coalesce(back.refunded, 0)::bigint AS refunded,
      coalesce(paid.orders, 0)::int AS orders
    FROM buckets LEFT JOIN paid USING (at) LEFT JOIN back USING (at)
    ORDER BY buckets.at`;

const readProducts = (currency: string, from: Date, to: Date) =>
  db().$queryRaw<{ productId: number; title: string; quantity: number; revenue: bigint }[]>`
    SELECT i.product_id AS "productId", (array_agg(i.title ORDER BY i.id DESC))[1] AS title,
      sum(i.quantity)::int AS quantity, sum(i.total_cents)::bigint AS revenue
    FROM order_items i JOIN orders o ON o.id = i.order_id
    WHERE o.currency = ${currency} AND o.paid_at >= ${from} AND o.paid_at < ${to}
    GROUP BY i.product_id ORDER BY revenue DESC, i.product_id LIMIT 8`;

const readBuyers = (currency: string, from: Date, to: Date) =>
  db().$queryRaw<{ kind: BuyerKind; revenue: bigint; orders: number }[]>`
    SELECT buyer_kind::text AS kind, sum(amount_cents)::bigint AS revenue, count(*)::int AS orders
    FROM orders WHERE currency = ${currency} AND paid_at >= ${from} AND paid_at < ${to}
    GROUP BY 1 ORDER BY 2 DESC`;

const readChannels = (currency: string, from: Date, to: Date) =>
  db().$queryRaw<{ name: string; payments: number; amount: bigint }[]>`
    SELECT c.name, count(*)::int AS payments, sum(p.amount_cents - p.fee_cents)::bigint AS amount
    FROM payments p JOIN payment_channels c ON c.id = p.channel_id
    WHERE p.purpose = 'order' AND p.state = 'paid' AND p.disposition IN ('applied', 'late') AND p.currency = ${currency} AND p.paid_at >= ${from} AND p.paid_at < ${to}
    GROUP BY c.id, c.name ORDER BY amount DESC LIMIT 8`;

const average = (row: SumRow) => (row.paid === 0 ? 0n : row.revenue / BigInt(row.paid));

/** Revenue counts an order on the day it was paid, a refund on the day it was made. Other currencies are left out. */
export async function getSalesReport(query: ReportQuery): Promise<SalesReport> {
  const settings = await getSettings();
  const { currency, timeZone } = settings;
  const { from, to } = readRange(query, timeZone);
  const seconds = (to.getTime() - from.getTime()) / 1000;
  const bucket = bucketOf(seconds);
  // Two connections and no more: a long report must leave the others to the buyers.
  const [totals, series] = await Promise.all([
    readTotals(currency, from, to),
    readSeries(settings, bucket, from, to),
  ]);
  const [before, products] = await Promise.all([
    readTotals(currency, addSeconds(from, -seconds), from),
    readProducts(currency, from, to),
  ]);
  const [buyers, channels] = await Promise.all([
    readBuyers(currency, from, to),
    readChannels(currency, from, to),
  ]);
  return {
    from: toTime(from),
    to: toTime(to),
    currency,
    time_zone: timeZone,
    bucket,
    totals: {
      revenue: toMoney(totals.revenue),
      refunded: toMoney(totals.refunded),
      paid_orders: totals.paid,
      placed_orders: totals.placed,
      average: toMoney(average(totals)),
      buyers: totals.buyers,
    },
    before: {
      revenue: toMoney(before.revenue),
      paid_orders: before.paid,
      placed_orders: before.placed,
      average: toMoney(average(before)),
    },
    series: series.map((row) => ({
      at: toTime(row.at),
      revenue: toMoney(row.revenue),
      refunded: toMoney(row.refunded),
      orders: row.orders,
      net: toMoney(row.revenue - row.refunded),
      is_partial: row.isPartial,
    })),
    buyers: buyers.map((row) => ({ kind: row.kind, revenue: toMoney(row.revenue), orders: row.orders })),
    products: products.map((row) => ({
      product_id: row.productId,
      title: row.title,
      quantity: row.quantity,
      revenue: toMoney(row.revenue),
    })),
    channels: channels.map((row) => ({
      name: row.name,
      payments: row.payments,
      amount: toMoney(row.amount),
    })),
  };
}
