import { type Expression, type SqlBool, sql } from "kysely";
import { now } from "../../core/clock";
import type { Lang } from "../../core/translations";
import { db } from "../../db/client";
import type { Settings } from "../../settings/types";
import type { SalesReport } from "../schema";

/** PostgreSQL sums a bigint column to a numeric. */
const cents = (sum: Expression<unknown>) => sql<bigint>`coalesce(${sum}, 0)::bigint`;
const number = (count: Expression<unknown>) => sql<number>`${count}::int`;

export async function readTotals(currency: string, from: Date, to: Date) {
  const isPaid = sql<SqlBool>`paid_at >= ${from} AND paid_at < ${to}`;
  const isPlaced = sql<SqlBool>`created_at >= ${from} AND created_at < ${to}`;
  return db()
    .sql.selectFrom("orders")
    .select((order) => [
      cents(order.fn.sum("amount_cents").filterWhere(isPaid)).as("revenue"),
      number(order.fn.countAll().filterWhere(isPaid)).as("paid"),
      number(order.fn.countAll().filterWhere(isPlaced)).as("placed"),
      number(
        order.fn
          .count(
            sql`coalesce('s' || ${order.ref("site_id")}, 'u' || ${order.ref("user_id")}, 'e' || ${order.ref("email")})`,
          )
          .distinct()
          .filterWhere(isPaid),
      ).as("buyers"),
      cents(
        order
          .selectFrom("refunds as refund")
          .innerJoin("orders as refunded", "refunded.id", "refund.order_id")
          .select((refund) => refund.fn.sum("refund.amount_cents").as("amount"))
          .where("refund.payment_id", "is", null)
          .where("refunded.currency", "=", currency)
          .where("refund.created_at", ">=", from)
          .where("refund.created_at", "<", to),
      ).as("refunded"),
    ])
    .where("currency", "=", currency)
    .where((order) => order.or([isPaid, isPlaced]))
    .executeTakeFirstOrThrow();
}

export type SalesTotals = Awaited<ReturnType<typeof readTotals>>;

interface SeriesRow {
  at: Date;
  revenue: bigint;
  /** Sum of the same part of the range before. */
  before: bigint;
  refunded: bigint;
  orders: number;
  isPartial: boolean;
}

/** One row a bucket, the empty ones too. `is_partial`: the range, or the time so far, holds only a part of it. */
export async function readSeries(
  { currency, timeZone }: Settings,
  bucket: SalesReport["bucket"],
  from: Date,
  to: Date,
): Promise<SeriesRow[]> {
  const ms = to.getTime() - from.getTime();
  const { rows } = await sql<SeriesRow>`
    WITH buckets AS (
      SELECT DISTINCT b AT TIME ZONE ${timeZone} AS at
      FROM generate_series(
        date_trunc(${bucket}, ${from}::timestamptz AT TIME ZONE ${timeZone}),
        date_trunc(${bucket}, (${to}::timestamptz - interval '1 millisecond') AT TIME ZONE ${timeZone}),
        ${sql.raw(`interval '1 ${bucket}'`)}) AS b
    ), paid AS (
      SELECT date_trunc(${bucket}, paid_at AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone} AS at, sum(amount_cents) AS revenue, count(*) AS orders
      FROM orders WHERE currency = ${currency} AND paid_at >= ${from} AND paid_at < ${to} GROUP BY 1
    ), earlier AS (
      SELECT date_trunc(${bucket}, (paid_at + ${ms}::float8 * interval '1 millisecond') AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone} AS at, sum(amount_cents) AS revenue
      FROM orders WHERE currency = ${currency} AND paid_at >= ${new Date(from.getTime() - ms)} AND paid_at < ${from} GROUP BY 1
    ), back AS (
      SELECT date_trunc(${bucket}, r.created_at AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone} AS at, sum(r.amount_cents) AS refunded
      FROM refunds r JOIN orders o ON o.id = r.order_id
      WHERE r.payment_id IS NULL AND o.currency = ${currency} AND r.created_at >= ${from} AND r.created_at < ${to} GROUP BY 1
    )
    SELECT buckets.at, buckets.at < ${from} OR (buckets.at AT TIME ZONE ${timeZone} + ${sql.raw(`interval '1 ${bucket}'`)}) AT TIME ZONE ${timeZone}
        > least(${to}::timestamptz, ${now()}::timestamptz) AS "isPartial",
      coalesce(paid.revenue, 0)::bigint AS revenue, coalesce(earlier.revenue, 0)::bigint AS before,
      coalesce(back.refunded, 0)::bigint AS refunded,
      coalesce(paid.orders, 0)::int AS orders
    FROM buckets LEFT JOIN paid USING (at) LEFT JOIN earlier USING (at) LEFT JOIN back USING (at)
    ORDER BY buckets.at`.execute(db().sql);
  return rows;
}

const paidOrders = (currency: string, from: Date, to: Date) =>
  db()
    .sql.selectFrom("orders")
    .where("orders.currency", "=", currency)
    .where("orders.paid_at", ">=", from)
    .where("orders.paid_at", "<", to);

export const readProducts = (currency: string, { from, to }: { from: Date; to: Date }, lang: Lang) =>
  paidOrders(currency, from, to)
    .innerJoin("order_items as item", "item.order_id", "orders.id")
    .leftJoin("products as product", "product.id", "item.product_id")
    .select((item) => [
      "item.product_id as productId",
      // The buyer's order has the title in the buyer's language.
      sql<string>`coalesce(max(${item.ref("product.translations")} -> ${lang ?? ""}::text ->> 'title'), max(${item.ref("product.title")}),
        max(${item.ref("item.title")}))`.as("title"),
      number(item.fn.sum("item.quantity")).as("quantity"),
      cents(item.fn.sum("item.total_cents")).as("revenue"),
    ])
    .groupBy("item.product_id")
    .orderBy("revenue", "desc")
    .orderBy("item.product_id")
    .limit(8)
    .execute();

export const readBuyers = (currency: string, from: Date, to: Date) =>
  paidOrders(currency, from, to)
    .select((order) => [
      "buyer_kind as kind",
      cents(order.fn.sum("amount_cents")).as("revenue"),
      number(order.fn.countAll()).as("orders"),
    ])
    .groupBy("buyer_kind")
    .orderBy("revenue", "desc")
    .execute();

export const readChannels = (currency: string, { from, to }: { from: Date; to: Date }, lang: Lang) =>
  db()
    .sql.selectFrom("payments as payment")
    .innerJoin("payment_channels as channel", "channel.id", "payment.channel_id")
    .select((payment) => [
      sql<string>`coalesce(${payment.ref("channel.translations")} -> ${lang ?? ""}::text ->> 'name', ${payment.ref("channel.name")})`.as(
        "name",
      ),
      number(payment.fn.countAll()).as("payments"),
      cents(payment.fn.sum(payment("payment.amount_cents", "-", payment.ref("payment.fee_cents")))).as(
        "amount",
      ),
    ])
    .where("payment.purpose", "=", sql.lit("order"))
    .where("payment.state", "=", sql.lit("paid"))
    .where("payment.disposition", "in", ["applied", "late"])
    .where("payment.currency", "=", currency)
    .where("payment.paid_at", ">=", from)
    .where("payment.paid_at", "<", to)
    .groupBy("channel.id")
    .orderBy("amount", "desc")
    .execute();
