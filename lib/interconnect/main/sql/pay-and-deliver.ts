import { sql } from "kysely";
import { now } from "../../../core/clock";
import { newTransferNo } from "../../../core/ids";
import type { Cents } from "../../../core/money";
import { db } from "../../../db/client";
import { fixedStatement } from "../../../db/fixed-statement";
import { asFilter } from "../../../db/sql-pieces";
import { isTransient } from "../../../db/transaction";
import {
  isDone,
  needsSteps,
  shopAccounts,
  type UsualDelivery,
  usualChanges,
  usualItem,
} from "../../../orders/sql/usual-delivery";
import { shopCurrency } from "../../../wallet/sql";

export interface ReportedPayment {
  siteId: number;
  orderNo: string;
  amountCents: Cents;
  paymentId: string;
  paidAt: Date | string | null;
  actor: string;
}

interface SoldKey {
  id: number;
  sealed: Uint8Array;
}

interface Values extends UsualDelivery, ReportedPayment {}

const waits = asFilter(sql<boolean>`o.status = 'pending_payment'`);
// The number names the order; an agent may have thousands.
const isOf = (siteId: number) => asFilter(sql<boolean>`o.site_id = ${siteId}`);

const payAndDeliver = fixedStatement((query, values: Values) => ({
  compile: () =>
    sql<{ done: number; keys: { id: number; sealed: string }[] }>`
      WITH locked_order AS MATERIALIZED (
        SELECT o.id, o.order_no, o.amount_cents, s.id AS site_id, s.settlement_mode
        FROM orders o JOIN sites s ON s.id = o.site_id
        WHERE o.order_no = ${values.orderNo} AND ${isOf(values.siteId)} AND ${waits} AND o.buyer_kind = 'site'
          AND o.coupon_id IS NULL AND o.wallet_paid_cents = 0 AND o.amount_cents = ${values.amountCents}::bigint
          AND o.amount_cents > 0 AND s.settlement_mode IN ('trust', 'prepaid')
        FOR UPDATE OF o),
      ${shopAccounts},
      ${usualItem},
      usual AS MATERIALIZED (
        SELECT locked_order.id AS order_id, locked_order.order_no, locked_order.amount_cents, locked_order.site_id,
          locked_order.settlement_mode, item.id AS item_id, item.sku_id, item.quantity, item.fulfillment_id,
          accounts.clearing_id, accounts.revenue_id
        FROM locked_order, item, accounts
        WHERE accounts.clearing_id IS NOT NULL AND accounts.revenue_id IS NOT NULL),
      debited AS (
        UPDATE ledger_accounts a SET balance_cents = a.balance_cents - usual.amount_cents
        FROM usual
        WHERE usual.settlement_mode = 'prepaid' AND a.kind = 'site_deposit' AND a.site_id = usual.site_id
          AND a.currency = ${shopCurrency} AND a.balance_cents >= usual.amount_cents
        RETURNING a.id, a.balance_cents),
      -- A deposit that is short leaves no row: the steps hold such an order.
      purchase AS MATERIALIZED (
        SELECT usual.*, coalesce(debited.id, usual.clearing_id) AS payer_id, debited.balance_cents AS payer_balance,
          (CASE usual.settlement_mode WHEN 'prepaid' THEN 'deposit_pay' ELSE 'order_pay' END)::ledger_type AS transfer_type,
          json_build_object('orderId', usual.order_id, 'siteId', usual.site_id) AS job
        FROM usual LEFT JOIN debited ON true
        WHERE usual.settlement_mode = 'trust' OR debited.id IS NOT NULL),
      reported AS (
        UPDATE site_orders a SET downstream_payment_id = ${values.paymentId}, downstream_paid_at = ${values.paidAt}::timestamptz,
          settlement_mode = purchase.settlement_mode
        FROM purchase WHERE a.order_id = purchase.order_id),
      ${usualChanges(values)}
      SELECT ${isDone} AS done, (SELECT json_agg(json_build_object('id', sold.id, 'sealed', encode(sold.content_sealed, 'base64'))
        ORDER BY sold.id) FROM sold) AS keys
      FROM purchase`.compile(query),
}));

/**
 * Books the payment that an agent reports and delivers its order in one statement, which is a transaction of its own, when
 * nothing unusual is about it: an open order of one kind of stored keys, paid on trust or from a deposit that has enough. It
 * does what the steps of `paySiteOrder` do, and locks in their order: order, deposit, stock.
 * @returns the sealed keys that were sold, or null, with nothing changed, when it is not such a one.
 */
export async function payAndDeliverInOneStatement(payment: ReportedPayment): Promise<SoldKey[] | null> {
  const values: Values = {
    ...payment,
    reasonKey: `site_order:${payment.orderNo}`,
    transferNo: newTransferNo(),
    at: now(),
  };
  try {
    const [done] = await payAndDeliver(db(), values);
    return done?.keys.map(({ id, sealed }) => ({ id, sealed: Buffer.from(sealed, "base64") })) ?? null;
  } catch (error) {
    if (isTransient(error) || needsSteps(error)) return null;
    throw error;
  }
}
