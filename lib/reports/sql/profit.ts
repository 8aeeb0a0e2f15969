import { type RawBuilder, sql } from "kysely";
import { db } from "../../db/client";

const read = async <Row>(query: RawBuilder<unknown>): Promise<Row[]> =>
  (await query.$castTo<Row>().execute(db().sql)).rows;

export interface LineFilter {
  currency: string;
  from: Date;
  to: Date;
}

/** Whether the line is goods sold, money given back, or what a payment channel added to the price. */
export const lineKinds = ["sale", "refund", "fee"] as const;
export type LineKind = (typeof lineKinds)[number];

/**
 * The ledger's revenue of a time, entry by entry, broken down to the lines of its order: the parts of an entry sum to it
 * exactly, because each is the difference of two rounded running sums. A cost stands beside the part of the order that
 * the entry paid, so that an order paid from a balance and at a gateway has it once. `page`: of the entries.
 */
const bookedLines = (
  { currency, from, to }: LineFilter,
  page: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  WITH booked AS (
    SELECT e.id, e.amount_cents, e.created_at, t.transfer_no, t.reference, o.id AS order_id, o.order_no, o.buyer_kind,
      o.site_id, o.amount_cents AS order_cents, coalesce(p.fee_cents, 0) AS fee_cents,
      coalesce(p.channel_id, repaid.channel_id) AS channel_id, t.reason_key LIKE 'capture:%' AS is_first_part
    FROM ledger_entries e
    JOIN ledger_accounts a ON a.id = e.account_id AND a.kind = 'shop_revenue' AND a.currency = ${currency}
    JOIN ledger_transfers t ON t.id = e.transfer_id
    LEFT JOIN orders o ON o.order_no = t.reference
    LEFT JOIN payments p ON p.payment_no = substr(t.reason_key, 9) AND t.reason_key LIKE 'payment:%'
    LEFT JOIN LATERAL (
      SELECT q.channel_id FROM payments q
      WHERE e.amount_cents < 0 AND q.order_id = o.id AND q.disposition IN ('applied', 'late') ORDER BY q.id LIMIT 1
    ) repaid ON true
    WHERE e.created_at >= ${from} AND e.created_at < ${to} ${page}
  ), goods AS (
    SELECT b.*, b.amount_cents - b.fee_cents AS net,
      CASE WHEN b.amount_cents < 0 THEN 0 WHEN b.is_first_part THEN 0 ELSE b.order_cents - (b.amount_cents - b.fee_cents) END AS begins,
      CASE WHEN b.amount_cents < 0 THEN 0 WHEN b.is_first_part THEN b.amount_cents ELSE b.order_cents END AS ends
    FROM booked b WHERE b.order_id IS NOT NULL AND b.order_cents > 0
  ), running AS (
    SELECT g.*, i.position, i.product_id, i.sku_id, i.title, i.sku_name, i.quantity, i.cost_cents * i.quantity AS whole_cost,
      sum(i.total_cents) OVER (PARTITION BY g.id ORDER BY i.position) AS reaches, i.total_cents
    FROM goods g JOIN order_items i ON i.order_id = g.order_id
  ), lines AS (
    SELECT r.id AS entry_id, r.created_at AS at, CASE WHEN r.net < 0 THEN 'refund' ELSE 'sale' END AS kind, r.transfer_no, r.order_no,
      r.buyer_kind::text AS buyer_kind, r.site_id, r.channel_id, r.position, r.product_id, r.sku_id, r.title, r.sku_name,
      CASE WHEN r.net > 0 AND r.ends = r.order_cents THEN r.quantity ELSE 0 END AS quantity,
      round(r.net::numeric * r.reaches / r.order_cents)::bigint
        - round(r.net::numeric * (r.reaches - r.total_cents) / r.order_cents)::bigint AS amount_cents,
      round(r.whole_cost::numeric * r.ends / r.order_cents)::bigint
        - round(r.whole_cost::numeric * r.begins / r.order_cents)::bigint AS cost_cents
    FROM running r
    UNION ALL
    SELECT b.id, b.created_at, 'fee', b.transfer_no, b.reference, b.buyer_kind::text, b.site_id, b.channel_id, NULL, NULL, NULL,
      NULL, NULL, 0, CASE WHEN b.order_id IS NULL THEN b.amount_cents ELSE b.fee_cents END, 0
    FROM booked b WHERE b.order_id IS NULL OR b.fee_cents > 0
  )`;

/** Lines that cost money and brought none: an order that a coupon made free is in no entry of the ledger. */
const freeLines = ({ currency, from, to }: LineFilter): RawBuilder<unknown> => sql`
  SELECT NULL::int AS entry_id, o.paid_at AS at, 'sale' AS kind, NULL::text AS transfer_no, o.order_no, o.buyer_kind::text AS buyer_kind, o.site_id,
    NULL::int AS channel_id, i.position, i.product_id, i.sku_id, i.title, i.sku_name, i.quantity, 0::bigint AS amount_cents,
    i.cost_cents * i.quantity AS cost_cents
  FROM orders o JOIN order_items i ON i.order_id = o.id
  WHERE o.amount_cents = 0 AND o.currency = ${currency} AND o.paid_at >= ${from} AND o.paid_at < ${to}`;

interface Sums {
  sales: bigint;
  refunds: bigint;
  fees: bigint;
  cost: bigint;
  quantity: number;
  /** Units sold without a cost. */
  uncosted: number;
}

export interface ProfitRow extends Sums {
  /** Which of the four groupings the row belongs to; all null: the whole. */
  grouping: "all" | "sku" | "channel" | "buyer" | "day";
  productId: number | null;
  skuId: number | null;
  title: string | null;
  skuName: string | null;
  channelId: number | null;
  channel: string | null;
  buyerKind: string | null;
  siteId: number | null;
  site: string | null;
  day: Date | null;
}

/** One scan, summed by option, channel, buyer and day. */
export const readProfit = (
  filter: LineFilter,
  { timeZone, take }: { timeZone: string; take: number },
): Promise<ProfitRow[]> =>
  read<ProfitRow>(sql`
  ${bookedLines(filter)}, every_line AS (
    SELECT * FROM lines UNION ALL ${freeLines(filter)}
  ), summed AS (
    SELECT grouping(l.sku_id) AS no_sku, grouping(l.channel_id) AS no_channel, grouping(l.buyer_kind) AS no_buyer,
      grouping(l.day) AS no_day, l.product_id, l.sku_id, l.channel_id, l.buyer_kind, l.site_id, l.day,
      max(l.title) AS title, max(l.sku_name) AS sku_name,
      coalesce(sum(l.amount_cents) FILTER (WHERE l.kind = 'sale'), 0)::bigint AS sales,
      coalesce(sum(-l.amount_cents) FILTER (WHERE l.kind = 'refund'), 0)::bigint AS refunds,
      coalesce(sum(l.amount_cents) FILTER (WHERE l.kind = 'fee'), 0)::bigint AS fees,
      coalesce(sum(l.cost_cents), 0)::bigint AS cost, coalesce(sum(l.quantity), 0)::int AS quantity,
      coalesce(sum(l.quantity) FILTER (WHERE l.cost_cents IS NULL), 0)::int AS uncosted
    FROM (SELECT every_line.*, date_trunc('day', at AT TIME ZONE ${timeZone}) AT TIME ZONE ${timeZone} AS day FROM every_line) l
    GROUP BY GROUPING SETS ((l.product_id, l.sku_id), (l.channel_id), (l.buyer_kind, l.site_id), (l.day), ())
  ), ranked AS (
    SELECT s.*, CASE WHEN no_sku = 0 THEN 'sku' WHEN no_channel = 0 THEN 'channel' WHEN no_buyer = 0 THEN 'buyer'
        WHEN no_day = 0 THEN 'day' ELSE 'all' END AS grouping,
      row_number() OVER (PARTITION BY no_sku, no_channel, no_buyer, no_day ORDER BY sales - refunds - cost DESC, sku_id) AS place
    FROM summed s
  )
  SELECT r.grouping, r.product_id AS "productId", r.sku_id AS "skuId", r.title, r.sku_name AS "skuName",
    r.channel_id AS "channelId", c.name AS channel, r.buyer_kind AS "buyerKind", r.site_id AS "siteId", s.name AS site, r.day,
    r.sales, r.refunds, r.fees, r.cost, r.quantity, r.uncosted
  FROM ranked r LEFT JOIN payment_channels c ON c.id = r.channel_id LEFT JOIN sites s ON s.id = r.site_id
  WHERE r.grouping = 'day' OR r.place <= ${take}
  ORDER BY r.grouping, r.day, r.place`);

export interface LineRow {
  entryId: number | null;
  at: Date;
  kind: LineKind;
  transferNo: string | null;
  orderNo: string;
  buyerKind: string | null;
  site: string | null;
  channel: string | null;
  title: string | null;
  skuName: string | null;
  quantity: number;
  amountCents: bigint;
  costCents: bigint | null;
}

const shown = sql`l.entry_id AS "entryId", l.at, l.kind, l.transfer_no AS "transferNo", l.order_no AS "orderNo",
  l.buyer_kind AS "buyerKind", s.name AS site, c.name AS channel, l.title, l.sku_name AS "skuName", l.quantity,
  l.amount_cents AS "amountCents", l.cost_cents AS "costCents"`;

/** The lines of the next entries after one, oldest first. */
export const readLinesAfter = (filter: LineFilter, last: number, take: number): Promise<LineRow[]> =>
  read<LineRow>(sql`
    ${bookedLines(filter, sql`AND e.id > ${last} ORDER BY e.id LIMIT ${take}`)}
    SELECT ${shown} FROM lines l
    LEFT JOIN payment_channels c ON c.id = l.channel_id LEFT JOIN sites s ON s.id = l.site_id
    ORDER BY l.entry_id, l.position NULLS LAST`);

export const readFreeLines = (filter: LineFilter): Promise<LineRow[]> =>
  read<LineRow>(sql`
  SELECT ${shown} FROM (${freeLines(filter)}) l
  LEFT JOIN payment_channels c ON c.id = l.channel_id LEFT JOIN sites s ON s.id = l.site_id ORDER BY l.at, l.order_no, l.position`);

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
