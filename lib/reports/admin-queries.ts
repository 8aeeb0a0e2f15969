import { addSeconds } from "../core/clock";
import type { Lang } from "../core/translations";
import { toMoney, toTime } from "../core/wire";
import { getSettings } from "../settings/queries";
import { readRange } from "./read-range";
import type { ReportQuery, SalesReport } from "./schema";
import {
  readBuyers,
  readChannels,
  readProducts,
  readSeries,
  readTotals,
  type SalesTotals,
} from "./sql/sales";

const day = 86_400;
function bucketOf(seconds: number): SalesReport["bucket"] {
  if (seconds <= 2 * day) return "hour";
  return seconds <= 120 * day ? "day" : "week";
}

/** Reads what was sold and given back in a time, in a few figures. */
export async function readHappened(from: Date, to: Date) {
  const { currency } = await getSettings();
  const { paid, revenue, refunded } = await readTotals(currency, from, to);
  return { currency, paid_orders: paid, revenue: toMoney(revenue), refunded: toMoney(refunded) };
}

const average = (row: SalesTotals) => (row.paid === 0 ? 0n : row.revenue / BigInt(row.paid));

/** Revenue counts an order on the day it was paid, a refund on the day it was made. Other currencies are left out. */
export async function getSalesReport(query: ReportQuery, lang?: Lang): Promise<SalesReport> {
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
    readProducts(currency, { from, to }, lang),
  ]);
  const [buyers, channels] = await Promise.all([
    readBuyers(currency, from, to),
    readChannels(currency, { from, to }, lang),
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
      revenue_before: toMoney(row.before),
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
