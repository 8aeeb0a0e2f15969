import { type RawBuilder, sql } from "kysely";
import { keysOf, recordOf } from "../../core/shapes/records";
import type { Lang } from "../../core/translations";
import { db } from "../../db/client";
import type { ProfitGrouping } from "../schema";
import { bookedLines, freeLines, gatewayLines, type LineFilter, type LineKind } from "./profit-lines";

const read = async <Row>(query: RawBuilder<unknown>): Promise<Row[]> =>
  (await query.$castTo<Row>().execute(db().sql)).rows;

const sums = {
  sales: (is: RawBuilder<unknown>) =>
    sql`coalesce(sum(l.amount_cents) FILTER (WHERE ${is} AND l.kind = 'sale'), 0)::bigint`,
  refunds: (is: RawBuilder<unknown>) =>
    sql`coalesce(-sum(l.amount_cents) FILTER (WHERE ${is} AND l.kind = 'refund'), 0)::bigint`,
  fees: (is: RawBuilder<unknown>) =>
    sql`coalesce(sum(l.amount_cents) FILTER (WHERE ${is} AND l.kind = 'fee'), 0)::bigint`,
  cost: (is: RawBuilder<unknown>) =>
    sql`coalesce(sum(l.cost_cents) FILTER (WHERE ${is} AND l.kind IN ('sale', 'refund')), 0)::bigint`,
  gateway: (is: RawBuilder<unknown>) =>
    sql`coalesce(sum(l.cost_cents) FILTER (WHERE ${is} AND l.kind IN ('fee', 'gateway')), 0)::bigint`,
  balance: (is: RawBuilder<unknown>) =>
    sql`coalesce(-sum(l.amount_cents) FILTER (WHERE ${is} AND l.kind = 'balance'), 0)::bigint`,
  giftCards: (is: RawBuilder<unknown>) =>
    sql`coalesce(-sum(l.amount_cents) FILTER (WHERE ${is} AND l.kind = 'gift_card'), 0)::bigint`,
  uncostedSales: (is: RawBuilder<unknown>) =>
    sql`coalesce(sum(l.amount_cents) FILTER (WHERE ${is} AND l.cost_cents IS NULL), 0)::bigint`,
  quantity: (is: RawBuilder<unknown>) => sql`coalesce(sum(l.quantity) FILTER (WHERE ${is}), 0)::bigint`,
  uncosted: (is: RawBuilder<unknown>) =>
    sql`coalesce(sum(l.quantity) FILTER (WHERE ${is} AND l.cost_cents IS NULL), 0)::bigint`,
  /** Sum of what has a cost and of what is no goods: a line without a cost has no profit. */
  profit: (is: RawBuilder<unknown>) =>
    sql`coalesce(sum(l.amount_cents - l.cost_cents) FILTER (WHERE ${is}), 0)::bigint`,
} as const;
type SumName = keyof typeof sums;
export const sumNames = keysOf(sums);

export type Sums = Record<SumName, bigint>;
export const noSums: Sums = recordOf(sumNames, () => 0n);

export interface ProfitRow {
  grouping: "all" | "day" | ProfitGrouping;
  /** Null in a grouping: lines that have no such thing, as a fee has no product. */
  id: number | null;
  name: string | null;
  /** Name of the option, where `name` is its product's. */
  detail: string | null;
  productId: number | null;
  buyerKind: string | null;
  day: Date | null;
  /** Place among its grouping by profit, and by what was sold without a cost. */
  place: number;
  uncostedPlace: number;
  now: Sums;
  before: Sums;
}

const sumsOf = (when: "now" | "before", is: RawBuilder<unknown>) =>
  sql.join(sumNames.map((name) => sql`${sums[name](is)} AS ${sql.id(`${when}_${name}`)}`));

const picked = sql.join(
  (["now", "before"] as const).flatMap((when) => sumNames.map((name) => sql`r.${sql.id(`${when}_${name}`)}`)),
);

type StoredRow = Omit<ProfitRow, "now" | "before"> & Record<`${"now" | "before"}_${SumName}`, bigint>;

const sumsIn = (row: StoredRow, when: "now" | "before"): Sums =>
  recordOf(sumNames, (name) => row[`${when}_${name}`]);

const everyLine = (filter: LineFilter) => sql`
  ${bookedLines(filter)}, every_line AS (
    SELECT * FROM lines UNION ALL ${freeLines(filter)} UNION ALL ${gatewayLines(filter)}
  )`;

/** The sums of a time alone, and none of the ways to look at them. */
export async function readProfitSums(filter: LineFilter): Promise<Sums> {
  const [row] = await read<Sums>(sql`
    ${everyLine(filter)}
    SELECT ${sql.join(sumNames.map((name) => sql`${sums[name](sql`true`)} AS ${sql.id(name)}`))} FROM every_line l`);
  return row ?? noSums;
}

/** One scan of two times, one right after the other, summed in every way; `now` begins at `turn`. */
export async function readProfit(
  filter: LineFilter & { turn: Date },
  { timeZone, take, lang }: { timeZone: string; take: number; lang: Lang },
): Promise<ProfitRow[]> {
  const { turn } = filter;
  const rows = await read<StoredRow>(sql`
  ${everyLine(filter)}, placed AS (
    SELECT l.*, p.category_id, CASE WHEN l.source = 'upstream' THEN m.connection_id END AS connection_id,
      date_trunc('day', l.at AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone} AS day
    FROM every_line l LEFT JOIN products p ON p.id = l.product_id LEFT JOIN sku_mappings m ON m.sku_id = l.sku_id
  ), summed AS (
    SELECT CASE WHEN grouping(l.sku_id) = 0 THEN 'sku' WHEN grouping(l.product_id) = 0 THEN 'product'
        WHEN grouping(l.category_id) = 0 THEN 'category' WHEN grouping(l.channel_id) = 0 THEN 'channel'
        WHEN grouping(l.buyer_kind) = 0 THEN 'buyer' WHEN grouping(l.connection_id) = 0 THEN 'supplier'
        WHEN grouping(l.coupon_id) = 0 THEN 'coupon' WHEN grouping(l.day) = 0 THEN 'day' ELSE 'all' END AS "grouping",
      l.product_id, l.sku_id, l.category_id, l.channel_id, l.buyer_kind, l.site_id, l.connection_id, l.coupon_id, l.day,
      max(l.title) AS title, max(l.sku_name) AS sku_name,
      ${sumsOf("now", sql`l.at >= ${turn}`)}, ${sumsOf("before", sql`l.at < ${turn}`)}
    FROM placed l
    GROUP BY GROUPING SETS ((l.product_id), (l.product_id, l.sku_id), (l.category_id), (l.channel_id), (l.buyer_kind, l.site_id),
      (l.connection_id), (l.coupon_id), (l.day), ())
  ), ranked AS (
    SELECT s.*, coalesce(s.sku_id, s.product_id, s.category_id, s.channel_id, s.site_id, s.connection_id, s.coupon_id) AS id,
      (row_number() OVER (PARTITION BY s."grouping" ORDER BY s."now_profit" DESC, s.sku_id, s.product_id))::int AS place,
      (row_number() OVER (PARTITION BY s."grouping" ORDER BY s."now_uncostedSales" DESC, s."now_uncosted" DESC, s.sku_id))::int AS uncosted_place
    FROM summed s
  )
  SELECT r."grouping", r.id, r.product_id AS "productId", r.buyer_kind AS "buyerKind", r.day, r.place, r.uncosted_place AS "uncostedPlace",
    CASE r."grouping" WHEN 'category' THEN coalesce(g.translations -> ${lang ?? ""}::text ->> 'name', g.name)
      WHEN 'channel' THEN coalesce(c.translations -> ${lang ?? ""}::text ->> 'name', c.name) WHEN 'buyer' THEN s.name WHEN 'supplier' THEN u.name WHEN 'coupon' THEN k.code
      ELSE coalesce(p.translations -> ${lang ?? ""}::text ->> 'title', p.title, r.title) END AS name,
    CASE r."grouping" WHEN 'sku' THEN coalesce(o.translations -> ${lang ?? ""}::text ->> 'name', o.name, r.sku_name) END AS detail,
    ${picked}
  FROM ranked r LEFT JOIN products p ON p.id = r.product_id LEFT JOIN skus o ON o.id = r.sku_id
    LEFT JOIN categories g ON g.id = r.category_id LEFT JOIN payment_channels c ON c.id = r.channel_id
    LEFT JOIN sites s ON s.id = r.site_id LEFT JOIN connections u ON u.id = r.connection_id LEFT JOIN coupons k ON k.id = r.coupon_id
  WHERE r."grouping" IN ('day', 'all') OR r.place <= ${take} OR r."grouping" = 'sku' AND r.uncosted_place <= ${take}
  ORDER BY r."grouping", r.day, r.place`);
  return rows.map((row) => ({ ...row, now: sumsIn(row, "now"), before: sumsIn(row, "before") }));
}

export interface LineRow {
  entryId: bigint | null;
  at: Date;
  kind: LineKind;
  transferNo: string | null;
  orderNo: string | null;
  buyerKind: string | null;
  site: string | null;
  channel: string | null;
  coupon: string | null;
  title: string | null;
  skuName: string | null;
  quantity: number;
  amountCents: bigint;
  costCents: bigint | null;
}

const shown = sql`l.entry_id AS "entryId", l.at, l.kind, l.transfer_no AS "transferNo", l.order_no AS "orderNo",
  l.buyer_kind AS "buyerKind", s.name AS site, c.name AS channel, k.code AS coupon, l.title, l.sku_name AS "skuName", l.quantity,
  l.amount_cents AS "amountCents", l.cost_cents AS "costCents"`;
const named = sql`LEFT JOIN payment_channels c ON c.id = l.channel_id LEFT JOIN sites s ON s.id = l.site_id
  LEFT JOIN coupons k ON k.id = l.coupon_id`;

/** The lines of the next entries after one, oldest first. */
export const readLinesAfter = (filter: LineFilter, last: bigint, take: number): Promise<LineRow[]> =>
  read<LineRow>(sql`
    ${bookedLines(filter, sql`AND e.id > ${last} ORDER BY e.id LIMIT ${take}`)}
    SELECT ${shown} FROM lines l ${named} ORDER BY l.entry_id, l.position NULLS LAST`);

export const readFreeLines = (filter: LineFilter): Promise<LineRow[]> =>
  read<LineRow>(sql`
    SELECT ${shown} FROM (${freeLines(filter)}) l ${named} ORDER BY l.at, l.order_no, l.position`);

/** Lines of what gateways took of the next payments after one. */
export const readGatewayLinesAfter = (filter: LineFilter, last: bigint, take: number): Promise<LineRow[]> =>
  read<LineRow>(sql`
    SELECT ${shown} FROM (${gatewayLines(filter, sql`AND p.id > ${last} ORDER BY p.id LIMIT ${take}`)}) l ${named} ORDER BY l.entry_id`);

export interface FunnelRow {
  placed: number;
  begun: number;
  paid: number;
  delivered: number;
}

/** The orders placed in a time, and how far each came. */
export async function readFunnel({ currency, from, to }: LineFilter): Promise<FunnelRow> {
  const [row] = await read<FunnelRow>(sql`
    SELECT count(*)::int AS placed,
      count(*) FILTER (WHERE o.paid_at IS NOT NULL OR o.wallet_paid_cents > 0
        OR EXISTS (SELECT FROM payments p WHERE p.order_id = o.id))::int AS begun,
      count(o.paid_at)::int AS paid, count(o.delivered_at)::int AS delivered
    FROM orders o WHERE o.currency = ${currency} AND o.created_at >= ${from} AND o.created_at < ${to}`);
  return row ?? { placed: 0, begun: 0, paid: 0, delivered: 0 };
}

/** Payments begun in a time, by channel: how many were paid. */
export const readChannelConversion = ({ currency, from, to }: LineFilter) =>
  db()
    .sql.selectFrom("payments")
    .select((payment) => [
      "channel_id as channelId",
      sql<number>`count(*)::int`.as("begun"),
      sql<number>`${payment.fn.countAll().filterWhere("state", "=", sql.lit("paid"))}::int`.as("paid"),
    ])
    .where("currency", "=", currency)
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .groupBy("channel_id")
    .execute();
