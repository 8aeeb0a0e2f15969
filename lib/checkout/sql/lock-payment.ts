import { sql } from "kysely";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import type { OrderStatus } from "../../orders/state";
import type { PaymentState } from "../../payments/state";

interface Locked {
  state: PaymentState;
  /** Null where it is for a recharge. */
  orderNo: string | null;
  userId: number | null;
  status: OrderStatus | null;
  couponId: number | null;
  amountCents: bigint;
  walletPaidCents: bigint;
}

interface Owned {
  id: number;
  orderId: number | null;
  rechargeId: number | null;
}

const selectLocked = fixedStatement((query, payment: Owned) => ({
  compile: () =>
    sql<Locked>`
      WITH locked_order AS MATERIALIZED (
        SELECT id, order_no, user_id, status, coupon_id, amount_cents, wallet_paid_cents
        FROM orders WHERE id = ${payment.orderId}::int FOR UPDATE),
      locked_recharge AS MATERIALIZED (
        SELECT id FROM recharges WHERE id = ${payment.rechargeId}::int FOR UPDATE)
      SELECT p.state, o.order_no AS "orderNo", o.user_id AS "userId", o.status, o.coupon_id AS "couponId",
        coalesce(o.amount_cents, 0) AS "amountCents", coalesce(o.wallet_paid_cents, 0) AS "walletPaidCents"
      FROM payments p LEFT JOIN locked_order o ON o.id = p.order_id LEFT JOIN locked_recharge r ON r.id = p.recharge_id
      WHERE p.id = ${payment.id}::int
      FOR UPDATE OF p`.compile(query),
}));

/** Locks the order or the recharge of a payment, and then its own row. */
export async function lockPaymentRows(tx: SqlReader, payment: Owned): Promise<Locked> {
  const [locked] = await selectLocked(tx, payment);
  if (!locked) throw new Error(`Payment ${payment.id} is gone`);
  return locked;
}
