import { type RawBuilder, sql } from "kysely";
import type { Cents } from "../../core/money";

export interface LineFilter {
  currency: string;
  from: Date;
  to: Date;
  /** Smallest sum of the currency: parts of an amount are whole multiples of it. */
  step: Cents;
}

/**
 * Kinds of lines: goods sold, money given back, what a payment channel added to the price, what its gateway took, balance that staff
 * gave, a gift card that became balance.
 */
export const lineKinds = ["sale", "refund", "fee", "gateway", "balance", "gift_card"] as const;
export type LineKind = (typeof lineKinds)[number];

/** Joins what is known of the gateway's own price at the time of a payment; no row where nothing is. */
const gatewayCostOf = sql`
  LEFT JOIN LATERAL (SELECT c.bps, c.fixed_cents FROM gateway_costs c
    WHERE c.channel_id = p.channel_id AND c.since <= p.paid_at ORDER BY c.since DESC LIMIT 1) known ON true`;
const isKnown = sql`(known.bps IS NOT NULL OR known.fixed_cents IS NOT NULL)`;

/**
 * The ledger's revenue of a time, entry by entry, broken down to the lines of its order: the parts of an entry sum to it
 * exactly, because each is the difference of two rounded running sums. A cost stands beside the part of the order that
 * the entry paid, so that an order paid from a balance and at a gateway has it once. Balance that nobody paid for is an entry of its
 * own, below zero: what is bought with it is revenue. `page`: of the entries.
 */
export const bookedLines = (
  { currency, from, to, step }: LineFilter,
  page: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => {
  const rounded = (cents: RawBuilder<unknown>) =>
    sql`(round(${cents} / ${step}::bigint) * ${step}::bigint)::bigint`;
  return sql`
  WITH booked AS (
    SELECT e.id, e.amount_cents, e.created_at, t.transfer_no, t.reference, o.id AS order_id, o.order_no, o.buyer_kind,
      o.site_id, o.coupon_id, o.amount_cents AS order_cents, coalesce(p.fee_cents, 0) AS fee_cents, ${isKnown} AS is_cost_known,
      coalesce(p.channel_id, repaid.channel_id) AS channel_id, t.reason_key LIKE 'capture:%' AS is_first_part,
      CASE a.kind WHEN 'shop_adjustments' THEN 'balance' WHEN 'shop_gift_cards' THEN 'gift_card' END AS given_as
    FROM ledger_entries e
    JOIN ledger_accounts a ON a.id = e.account_id AND a.currency = ${currency}
      AND a.kind IN ('shop_revenue', 'shop_adjustments', 'shop_gift_cards')
    JOIN ledger_transfers t ON t.id = e.transfer_id AND (a.kind <> 'shop_adjustments' OR t.type = 'admin_adjust')
    LEFT JOIN orders o ON o.order_no = t.reference AND a.kind = 'shop_revenue'
    LEFT JOIN payments p ON p.payment_no = substr(t.reason_key, 9) AND t.reason_key LIKE 'payment:%'
    ${gatewayCostOf}
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
    SELECT g.*, i.position, i.product_id, i.sku_id, i.source, i.title, i.sku_name, i.quantity, i.cost_cents * i.quantity AS whole_cost,
      sum(i.total_cents) OVER (PARTITION BY g.id ORDER BY i.position) AS reaches, i.total_cents
    FROM goods g JOIN order_items i ON i.order_id = g.order_id
  ), lines AS (
    SELECT r.id AS entry_id, r.created_at AS at, CASE WHEN r.net < 0 THEN 'refund' ELSE 'sale' END AS kind, r.transfer_no, r.order_no,
      r.buyer_kind::text AS buyer_kind, r.site_id, r.channel_id, r.coupon_id, r.position, r.product_id, r.sku_id, r.source::text AS source,
      r.title, r.sku_name, CASE WHEN r.net > 0 AND r.ends = r.order_cents THEN r.quantity ELSE 0 END AS quantity,
      ${rounded(sql`r.net::numeric * r.reaches / r.order_cents`)}
        - ${rounded(sql`r.net::numeric * (r.reaches - r.total_cents) / r.order_cents`)} AS amount_cents,
      round(r.whole_cost::numeric * r.ends / r.order_cents)::bigint
        - round(r.whole_cost::numeric * r.begins / r.order_cents)::bigint AS cost_cents
    FROM running r
    UNION ALL
    -- Of a gateway whose price nobody entered the fee is taken for it, so that it is no profit.
    SELECT b.id, b.created_at, 'fee', b.transfer_no, b.reference, b.buyer_kind::text, b.site_id, b.channel_id, b.coupon_id, NULL, NULL,
      NULL, NULL, NULL, NULL, 0, fee.cents, CASE WHEN b.is_cost_known THEN 0 ELSE fee.cents END
    FROM booked b, LATERAL (SELECT CASE WHEN b.order_id IS NULL THEN b.amount_cents ELSE b.fee_cents END AS cents) fee
    WHERE b.given_as IS NULL AND (b.order_id IS NULL OR b.fee_cents > 0)
    UNION ALL
    SELECT b.id, b.created_at, b.given_as, b.transfer_no, NULL, 'user', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0,
      b.amount_cents, 0
    FROM booked b WHERE b.given_as IS NOT NULL
  )`;
};

/** Lines that cost money and brought none: an order that a coupon made free is in no entry of the ledger. */
export const freeLines = ({ currency, from, to }: LineFilter): RawBuilder<unknown> => sql`
  SELECT NULL::bigint AS entry_id, o.paid_at AS at, 'sale' AS kind, NULL::text AS transfer_no, o.order_no, o.buyer_kind::text AS buyer_kind,
    o.site_id, NULL::int AS channel_id, o.coupon_id, i.position, i.product_id, i.sku_id, i.source::text AS source, i.title, i.sku_name,
    i.quantity, 0::bigint AS amount_cents, i.cost_cents * i.quantity AS cost_cents
  FROM orders o JOIN order_items i ON i.order_id = o.id
  WHERE o.amount_cents = 0 AND o.currency = ${currency} AND o.paid_at >= ${from} AND o.paid_at < ${to}`;

/** Lines of what gateways took of every payment, of one that nothing needed as well. `page`: of the payments. */
export const gatewayLines = (
  { currency, from, to, step }: LineFilter,
  page: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> => sql`
  SELECT p.id::bigint AS entry_id, p.paid_at AS at, 'gateway' AS kind, NULL::text AS transfer_no, coalesce(o.order_no, r.recharge_no) AS order_no,
    coalesce(o.buyer_kind::text, 'user') AS buyer_kind, o.site_id, p.channel_id, o.coupon_id, NULL::int AS position, NULL::int AS product_id,
    NULL::int AS sku_id, NULL::text AS source, NULL::text AS title, NULL::text AS sku_name, 0 AS quantity, 0::bigint AS amount_cents,
    (round(p.amount_cents::numeric * coalesce(known.bps, 0) / 10000 / ${step}::bigint) * ${step}::bigint)::bigint
      + coalesce(known.fixed_cents, 0) AS cost_cents
  FROM payments p ${gatewayCostOf} LEFT JOIN orders o ON o.id = p.order_id LEFT JOIN recharges r ON r.id = p.recharge_id
  WHERE p.state = 'paid' AND p.currency = ${currency} AND p.paid_at >= ${from} AND p.paid_at < ${to} AND ${isKnown} ${page}`;
