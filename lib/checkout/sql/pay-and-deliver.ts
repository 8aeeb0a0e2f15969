import { sql } from "kysely";
import { now } from "../../core/clock";
import { newTransferNo } from "../../core/ids";
import { db } from "../../db/client";
import { fixedStatement } from "../../db/fixed-statement";
import type { Payment } from "../../db/generated/client";
import { asFilter } from "../../db/sql-pieces";
import { isTransient } from "../../db/transaction";
import {
  isDone,
  needsSteps,
  shopAccounts,
  type UsualDelivery,
  usualChanges,
  usualItem,
} from "../../orders/sql/usual-delivery";
import type { PaymentEventInput } from "../../payments/record-event";
import { paymentSources } from "../../payments/state";

export interface UsualPayment {
  payment: Pick<Payment, "id" | "paymentNo" | "orderId" | "amountCents" | "feeCents">;
  tradeNo: string;
  actor: string;
  event: Omit<PaymentEventInput, "verdict">;
  dedupeKey: string;
}

interface UsualValues extends UsualDelivery {
  id: number;
  orderId: number;
  orderCents: bigint;
  amountCents: bigint;
  sources: string[];
  tradeNo: string;
  channelId: number | null;
  source: string;
  redacted: string;
  ip: string | null;
  requestId: string | null;
  dedupeKey: string;
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
      ${shopAccounts},
      ${usualItem},
      usual AS MATERIALIZED (
        SELECT locked_order.id AS order_id, locked_order.order_no, locked_payment.id AS payment_id, item.id AS item_id,
          item.sku_id, item.quantity, item.fulfillment_id, accounts.clearing_id AS payer_id, accounts.revenue_id
        FROM locked_order, locked_payment, item, accounts
        WHERE accounts.clearing_id IS NOT NULL AND accounts.revenue_id IS NOT NULL),
      accepted_event AS (
        INSERT INTO payment_events (channel_id, payment_id, source, verdict, trade_no, dedupe_key, redacted, ip, request_id,
          created_at)
        SELECT ${payment.channelId}::int, usual.payment_id, ${payment.source}, 'accepted', ${payment.tradeNo}, ${payment.dedupeKey},
          ${payment.redacted}, ${payment.ip}, ${payment.requestId}, ${payment.at}::timestamptz
        FROM usual
        ON CONFLICT DO NOTHING RETURNING id),
      purchase AS MATERIALIZED (
        SELECT usual.*, ${payment.amountCents}::bigint AS amount_cents, 'order_pay'::ledger_type AS transfer_type,
          NULL::bigint AS payer_balance, json_build_object('orderId', usual.order_id) AS job
        FROM usual, accepted_event),
      paid_payment AS (
        UPDATE payments p SET state = 'paid', trade_no = ${payment.tradeNo}, paid_at = ${payment.at}::timestamptz, next_query_at = NULL,
          failure = NULL, disposition = 'applied'
        FROM purchase WHERE p.id = purchase.payment_id),
      ${usualChanges(payment)}
      SELECT ${isDone} AS done FROM purchase`.compile(query),
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
    if (isTransient(error) || needsSteps(error)) return false;
    throw error;
  }
}
