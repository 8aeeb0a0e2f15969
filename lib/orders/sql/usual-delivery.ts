import { sql } from "kysely";
import pg from "pg";
import { insertQuickJobs, isKindUnknown } from "../../jobs/sql/graphile-private";
import { shopCurrency } from "../../wallet/sql";

/** What both statements that pay and deliver an order at once are given. */
export interface UsualDelivery {
  actor: string;
  reasonKey: string;
  transferNo: string;
  at: Date;
}

/** The accounts of the shop that money comes from outside through, and to. Null when they were not opened yet. */
export const shopAccounts = sql`
      accounts AS (
        SELECT max(a.id) FILTER (WHERE a.kind = 'shop_clearing') AS clearing_id,
          max(a.id) FILTER (WHERE a.kind = 'shop_revenue') AS revenue_id
        FROM ledger_accounts a
        WHERE a.kind IN ('shop_clearing', 'shop_revenue') AND a.user_id IS NULL AND a.site_id IS NULL
          AND a.currency = ${shopCurrency})`;

/** The one item of the order in `locked_order`, when it is stored keys that wait for their payment. */
export const usualItem = sql`
      item AS (
        SELECT i.id, i.sku_id, i.quantity, f.id AS fulfillment_id
        FROM locked_order JOIN order_items i ON i.order_id = locked_order.id JOIN fulfillments f ON f.order_item_id = i.id
        WHERE i.source = 'local' AND i.delivery = 'auto' AND i.auto_secret_kind IN ('card_key', 'account', 'link')
          AND i.fulfillers = '{}' AND f.status = 'pending'
          AND NOT EXISTS (SELECT 1 FROM order_items other WHERE other.order_id = i.order_id AND other.id <> i.id))`;

/**
 * Everything that paying and delivering changes for the row of `purchase`: order_id, order_no, item_id, sku_id, quantity,
 * fulfillment_id, payer_id, payer_balance, revenue_id, amount_cents, transfer_type, job.
 */
export const usualChanges = ({ actor, reasonKey, transferNo, at }: UsualDelivery) => sql`
      delivered_order AS (
        UPDATE orders o SET payment_status = 'paid', fulfillment_status = 'ready', status = 'delivered',
          paid_at = ${at}::timestamptz, delivered_at = ${at}::timestamptz, closed_at = NULL, updated_at = ${at}::timestamptz
        FROM purchase WHERE o.id = purchase.order_id),
      sold AS (
        UPDATE secrets s SET status = 'sold' FROM purchase
        WHERE s.order_item_id = purchase.item_id AND s.status = 'reserved' RETURNING s.id, s.content_sealed),
      handed_over AS (
        INSERT INTO fulfillment_secrets (fulfillment_id, secret_id, created_at)
        SELECT purchase.fulfillment_id, sold.id, ${at}::timestamptz FROM purchase, sold ORDER BY sold.id),
      ready_fulfillment AS (
        UPDATE fulfillments f SET status = 'ready', failure_reason = NULL, delivered_at = ${at}::timestamptz,
          updated_at = ${at}::timestamptz
        FROM purchase WHERE f.id = purchase.fulfillment_id),
      order_history AS (
        INSERT INTO order_events (order_id, kind, actor, data, created_at)
        SELECT purchase.order_id, step.kind, ${actor}, '{}', ${at}::timestamptz
        FROM purchase, (VALUES (1, 'paid'), (2, 'delivered')) AS step (position, kind) ORDER BY step.position),
      transfer AS (
        INSERT INTO ledger_transfers (transfer_no, type, reason_key, reference, created_at)
        SELECT ${transferNo}, purchase.transfer_type, ${reasonKey}, purchase.order_no, ${at}::timestamptz FROM purchase
        RETURNING id),
      entries AS (
        INSERT INTO ledger_entries (transfer_id, account_id, amount_cents, balance_after_cents, created_at)
        SELECT transfer.id, entry.account_id, entry.amount_cents, entry.balance_cents, ${at}::timestamptz
        FROM transfer, purchase, LATERAL (VALUES
          (purchase.payer_id, -purchase.amount_cents, purchase.payer_balance), (purchase.revenue_id, purchase.amount_cents, NULL))
          AS entry (account_id, amount_cents, balance_cents)),
      ${insertQuickJobs},
      counted AS (
        UPDATE sku_stocks k SET reserved = k.reserved - purchase.quantity, sold = k.sold + purchase.quantity,
          changed_at = ${at}::timestamptz
        FROM purchase WHERE k.sku_id = purchase.sku_id)`;

/** An order that does not hold its keys stops everything here, by a division by zero: the steps say what is wrong with it. */
export const isDone = sql<number>`(SELECT count(*) FROM notice)::int
        / (CASE WHEN (SELECT count(*) FROM sold) = purchase.quantity THEN 1 ELSE 0 END)`;

/** It holds too few keys, or no worker has started yet: the steps decide. */
export const needsSteps = (error: unknown): boolean =>
  (error instanceof pg.DatabaseError && error.code === "22012") || isKindUnknown(error);
