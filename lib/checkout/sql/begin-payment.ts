import { sql } from "kysely";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import { asFilter } from "../../db/sql-pieces";
import type { OrderStatus } from "../../orders/state";

/** A payment that is about to begin, with its link where that is made by signing alone. */
export interface NewPayment {
  orderId: number | null;
  rechargeId: number | null;
  channelId: number;
  paymentNo: string;
  amountCents: bigint;
  feeCents: bigint;
  currency: string;
  gatewayCents: bigint | null;
  gatewayCurrency: string | null;
  gatewayRate: string | null;
  expiresAt: Date;
  payUrl: string | null;
  qrCode: string | null;
  form: string | null;
  gatewayReference: string | null;
  createdAt: Date;
  askAt: Date | null;
}

export interface BegunPayment {
  id: number;
  paymentNo: string;
  channelId: number;
  amountCents: bigint;
  gatewayCents: bigint | null;
  gatewayCurrency: string | null;
  payUrl: string | null;
  qrCode: string | null;
  form: { url: string; method: "POST" | "GET"; fields: Record<string, string> } | null;
  expiresAt: Date;
}

interface PayableOrder {
  orderNo: string;
  status: OrderStatus;
  amountCents: bigint;
  walletPaidCents: bigint;
  currency: string;
  expireAt: Date;
  title: string | null;
}

const selectPayable = fixedStatement((query, { orderId }: { orderId: number }) => ({
  compile: () =>
    sql<PayableOrder>`
      SELECT o.order_no AS "orderNo", o.status, o.amount_cents AS "amountCents", o.wallet_paid_cents AS "walletPaidCents",
        o.currency, o.expire_at AS "expireAt",
        (SELECT i.title FROM order_items i WHERE i.order_id = o.id ORDER BY i.position LIMIT 1) AS title
      FROM orders o WHERE o.id = ${orderId}::int FOR UPDATE OF o`.compile(query),
}));

/** Locks an order, and reads what its payment has to know. */
export async function lockPayableOrder(tx: SqlReader, orderId: number): Promise<PayableOrder> {
  const [order] = await selectPayable(tx, { orderId });
  if (!order) throw new Error(`Order ${orderId} is gone`);
  return order;
}

const columns = sql`p.id, p.payment_no AS "paymentNo", p.channel_id AS "channelId", p.amount_cents AS "amountCents",
  p.gateway_cents AS "gatewayCents", p.gateway_currency AS "gatewayCurrency", p.pay_url AS "payUrl", p.qr_code AS "qrCode",
  p.form, p.expires_at AS "expiresAt"`;

/** Its owner names it: whatever index these conditions could use holds the payments of all orders that wait. */
const isSame = (payment: NewPayment) =>
  asFilter(
    sql<boolean>`p.channel_id = ${payment.channelId}::int AND p.state = 'pending'
      AND p.amount_cents = ${payment.amountCents}::bigint
      AND p.gateway_cents IS NOT DISTINCT FROM ${payment.gatewayCents}::bigint
      AND p.gateway_currency IS NOT DISTINCT FROM ${payment.gatewayCurrency}::text
      AND p.expires_at > ${payment.createdAt}::timestamptz`,
  );

const insertUnlessOpen = fixedStatement(
  (query, payment: NewPayment, { key }: { key: "order" | "recharge" }) => ({
    compile: () => {
      const owner = { order: payment.orderId, recharge: payment.rechargeId }[key];
      return sql<BegunPayment>`
      WITH open_payment AS MATERIALIZED (
        SELECT ${columns} FROM payments p
        WHERE p.${sql.id(`${key}_id`)} = ${owner}::int AND ${isSame(payment)}
        ORDER BY p.id + 0 DESC LIMIT 1),
      new_payment AS (
        INSERT INTO payments AS p (payment_no, purpose, ${sql.id(`${key}_id`)}, channel_id, amount_cents, fee_cents, currency,
          gateway_cents, gateway_currency, gateway_rate, pay_url, qr_code, form, gateway_reference, expires_at, next_query_at,
          created_at)
        SELECT ${payment.paymentNo}, ${sql.lit(key)}::payment_purpose, ${owner}::int, ${payment.channelId}::int,
          ${payment.amountCents}::bigint, ${payment.feeCents}::bigint, ${payment.currency}, ${payment.gatewayCents}::bigint,
          ${payment.gatewayCurrency}, ${payment.gatewayRate}::numeric, ${payment.payUrl}, ${payment.qrCode},
          ${payment.form}::jsonb, ${payment.gatewayReference}, ${payment.expiresAt}::timestamptz, ${payment.askAt}::timestamptz,
          ${payment.createdAt}::timestamptz
        WHERE NOT EXISTS (SELECT FROM open_payment)
        RETURNING ${columns})
      SELECT * FROM open_payment UNION ALL SELECT * FROM new_payment`.compile(query);
    },
  }),
);

/**
 * Inserts a payment, unless one of the same sum through the same channel is open: at another rate, or in another currency, it is
 * another payment. The caller has locked what it is for. @returns the open one
 */
export async function insertOrFindPayment(tx: SqlReader, payment: NewPayment): Promise<BegunPayment> {
  const key = payment.orderId === null ? "recharge" : "order";
  const [begun] = await insertUnlessOpen(tx, payment, { key });
  if (!begun) throw new Error("A payment is there, or it is inserted");
  return begun;
}
