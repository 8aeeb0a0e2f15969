import { sql } from "kysely";
import pg from "pg";
import { now } from "../../core/clock";
import { newTransferNo } from "../../core/ids";
import { db } from "../../db/client";
import { fixedStatement } from "../../db/fixed-statement";
import type { Payment } from "../../db/generated/client";
import { asFilter } from "../../db/sql-pieces";
import { isTransient } from "../../db/transaction";
import type { PaymentEventInput } from "../../payments/record-event";
import { paymentSources } from "../../payments/state";
import { shopCurrency } from "../../wallet/sql";

export interface UsualPayment {
  payment: Pick<Payment, "id" | "paymentNo" | "orderId" | "amountCents" | "feeCents">;
  tradeNo: string;
  actor: string;
  event: Omit<PaymentEventInput, "verdict">;
  dedupeKey: string;
}

interface UsualValues {
  id: number;
  orderId: number;
  orderCents: bigint;
  amountCents: bigint;
  sources: string[];
  tradeNo: string;
  actor: string;
  channelId: number | null;
  source: string;
  redacted: string;
  ip: string | null;
  requestId: string | null;
  dedupeKey: string;
  reasonKey: string;
  transferNo: string;
  at: Date;
}

const waits = asFilter(sql<boolean>`o.status = 'pending_payment'`);

const payAndDeliver = fixedStatement((query, payment: UsualValues) => ({
  compile: () =>
    sql<{ done: number }>`
      WITH locked_order AS MATERIALIZED (
        SELECT o.id, o.order_no FROM orders o
        WHERE o.id = ${payment.orderId} AND ${waits} AND o.buyer_kind = 'guest' AND o.coupon_id IS NULL
          AND o.wallet_paid_cents = 0 AND o.amount_cents = ${payment.orderCents}::bigint
        FOR UPDATE),
      locked_payment AS MATERIALIZED (
        SELECT p.id FROM payments p JOIN locked_order ON locked_order.id = p.order_id
        WHERE p.id = ${payment.id} AND p.state = ANY (${payment.sources}::payment_state[])
        FOR UPDATE OF p),
      accounts AS (
        SELECT max(a.id) FILTER (WHERE a.kind = 'shop_clearing') AS clearing_id,
          max(a.id) FILTER (WHERE a.kind = 'shop_revenue') AS revenue_id
        FROM ledger_accounts a
        WHERE a.kind IN ('shop_clearing', 'shop_revenue') AND a.user_id IS NULL AND a.site_id IS NULL
          AND a.currency = ${shopCurrency}),
      item AS (
        SELECT i.id, i.sku_id, i.quantity, f.id AS fulfillment_id
        FROM order_items i JOIN fulfillments f ON f.order_item_id = i.id
        WHERE i.order_id = ${payment.orderId} AND i.source = 'local' AND i.delivery = 'auto'
          AND i.auto_secret_kind IN ('card_key', 'account', 'link') AND i.fulfillers = '{}' AND f.status = 'pending'
          AND NOT EXISTS (SELECT 1 FROM order_items other WHERE other.order_id = i.order_id AND other.id <> i.id)),
      usual AS MATERIALIZED (
        SELECT locked_order.id AS order_id, locked_order.order_no, locked_payment.id AS payment_id, item.id AS item_id,
          item.sku_id, item.quantity, item.fulfillment_id, accounts.clearing_id, accounts.revenue_id
        FROM locked_order, locked_payment, item, accounts
        WHERE accounts.clearing_id IS NOT NULL AND accounts.revenue_id IS NOT NULL),
      accepted_event AS (
        INSERT INTO payment_events (channel_id, payment_id, source, verdict, trade_no, dedupe_key, redacted, ip, request_id,
          created_at)
        SELECT ${payment.channelId}::int, usual.payment_id, ${payment.source}, 'accepted', ${payment.tradeNo}, ${payment.dedupeKey},
          ${payment.redacted}, ${payment.ip}, ${payment.requestId}, ${payment.at}::timestamptz
        FROM usual
        ON CONFLICT DO NOTHING RETURNING id),
      purchase AS MATERIALIZED (SELECT usual.* FROM usual, accepted_event),
      paid_payment AS (
        UPDATE payments p SET state = 'paid', trade_no = ${payment.tradeNo}, paid_at = ${payment.at}::timestamptz, next_query_at = NULL,
          failure = NULL, disposition = 'applied'
        FROM purchase WHERE p.id = purchase.payment_id),
      delivered_order AS (
        UPDATE orders o SET payment_status = 'paid', fulfillment_status = 'ready', status = 'delivered',
          paid_at = ${payment.at}::timestamptz, delivered_at = ${payment.at}::timestamptz, closed_at = NULL, updated_at = ${payment.at}::timestamptz
        FROM purchase WHERE o.id = purchase.order_id),
      sold AS (
        UPDATE secrets s SET status = 'sold' FROM purchase
        WHERE s.order_item_id = purchase.item_id AND s.status = 'reserved' RETURNING s.id),
      handed_over AS (
        INSERT INTO fulfillment_secrets (fulfillment_id, secret_id, created_at)
        SELECT purchase.fulfillment_id, sold.id, ${payment.at}::timestamptz FROM purchase, sold ORDER BY sold.id),
      ready_fulfillment AS (
        UPDATE fulfillments f SET status = 'ready', failure_reason = NULL, delivered_at = ${payment.at}::timestamptz,
          updated_at = ${payment.at}::timestamptz
        FROM purchase WHERE f.id = purchase.fulfillment_id),
      order_history AS (
        INSERT INTO order_events (order_id, kind, actor, data, created_at)
        SELECT purchase.order_id, step.kind, ${payment.actor}, '{}', ${payment.at}::timestamptz
        FROM purchase, (VALUES (1, 'paid'), (2, 'delivered')) AS step (position, kind) ORDER BY step.position),
      transfer AS (
        INSERT INTO ledger_transfers (transfer_no, type, reason_key, reference, created_at)
        SELECT ${payment.transferNo}, 'order_pay', ${payment.reasonKey}, purchase.order_no, ${payment.at}::timestamptz FROM purchase
        RETURNING id),
      entries AS (
        INSERT INTO ledger_entries (transfer_id, account_id, amount_cents, created_at)
        SELECT transfer.id, entry.account_id, entry.amount_cents, ${payment.at}::timestamptz
        FROM transfer, purchase, LATERAL (VALUES
          (purchase.clearing_id, -(${payment.amountCents}::bigint)), (purchase.revenue_id, ${payment.amountCents}::bigint))
          AS entry (account_id, amount_cents)),
      job AS (
        SELECT graphile_worker.add_job('order.sold', payload => json_build_object('orderId', purchase.order_id),
          max_attempts => 25)
        FROM purchase),
      counted AS (
        UPDATE sku_stocks k SET reserved = k.reserved - purchase.quantity, sold = k.sold + purchase.quantity,
          changed_at = ${payment.at}::timestamptz
        FROM purchase WHERE k.sku_id = purchase.sku_id)
      -- An order that does not hold its keys stops everything here, by an error: the steps say what is wrong with it.
      SELECT (SELECT count(*) FROM job)::int / (CASE WHEN (SELECT count(*) FROM sold) = purchase.quantity THEN 1 ELSE 0 END)
        AS done
      FROM purchase`.compile(query),
}));

/**
 * Books a payment and delivers its order in one statement, which is a transaction of its own, when nothing unusual is
 * about it: a guest's open order of one kind of stored keys, without coupon and balance, paid exactly. It does what
 * `lockPayment`, `acceptPaymentEvent` and `applyPayment` do in twenty, and locks in their order: order, payment, event.
 * @returns false, with nothing changed, when it is not such an order, or the message was accepted before.
 *
 * It is text: sixteen changes that hang on one row are read more easily as SQL (decision 103).
 * tests/integration/payments/statement-counts.test.ts compares its rows with those of the steps.
 */
export async function payAndDeliverInOneStatement({
  payment,
  tradeNo,
  actor,
  event,
  dedupeKey,
}: UsualPayment): Promise<boolean> {
  const { id, paymentNo, orderId, amountCents, feeCents } = payment;
  if (orderId === null) return false;
  const values: UsualValues = {
    id,
    orderId,
    orderCents: amountCents - feeCents,
    amountCents,
    sources: paymentSources("paid"),
    tradeNo,
    actor,
    channelId: event.channelId,
    source: event.source,
    redacted: event.redacted,
    ip: event.ip,
    requestId: event.requestId,
    dedupeKey,
    reasonKey: `payment:${paymentNo}`,
    transferNo: newTransferNo(),
    at: now(),
  };
  try {
    return (await payAndDeliver(db(), values)).length === 1;
  } catch (error) {
    if (isTransient(error) || holdsTooFewKeys(error)) return false;
    throw error;
  }
}

/** The statement's own division by zero. */
const holdsTooFewKeys = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "22012";
