import { type ExpressionBuilder, sql } from "kysely";
import { fixedStatement } from "../../db/fixed-statement";
import type { Tables } from "../../db/generated/tables";

/** Columns of a payment that a question to the gateway needs. */
const columns = [
  "payments.id",
  "payments.payment_no as paymentNo",
  "payments.gateway_reference as gatewayReference",
  "payments.state",
  "payments.channel_id as channelId",
  "payments.amount_cents as amountCents",
  "payments.currency",
  "payments.gateway_cents as gatewayCents",
  "payments.gateway_currency as gatewayCurrency",
  "payments.created_at as createdAt",
  "payments.expires_at as expiresAt",
] as const;

/** Whether what it is for still waits for money. */
const isWanted = (payment: ExpressionBuilder<Tables, "payments">, at: Date) =>
  payment
    .or([
      payment.exists(
        payment
          .selectFrom("orders")
          .select(sql.lit(1).as("one"))
          .whereRef("orders.id", "=", "payments.order_id")
          .where("orders.status", "=", sql.lit("pending_payment"))
          .where("orders.expire_at", ">", at),
      ),
      payment.exists(
        payment
          .selectFrom("recharges")
          .select(sql.lit(1).as("one"))
          .whereRef("recharges.id", "=", "payments.recharge_id")
          .where("recharges.status", "=", sql.lit("pending"))
          .where("recharges.expire_at", ">", at),
      ),
    ])
    .as("isWanted");

interface Asked {
  paymentId: number;
  at: Date;
}

export const findAskedPayment = fixedStatement((query, asked: Asked) =>
  query
    .selectFrom("payments")
    .where("payments.id", "=", asked.paymentId)
    .select(columns)
    .select((payment) => isWanted(payment, asked.at)),
);

/** Counts a question about a payment that waits, and says what is asked about. None: it does not wait any more. */
export const countQuestion = fixedStatement((query, asked: Asked) =>
  query
    .updateTable("payments")
    .set({ query_count: sql<number>`payments.query_count + 1` })
    .where("payments.id", "=", asked.paymentId)
    .where("payments.state", "=", sql.lit("pending"))
    .returning(columns)
    .returning((payment) => isWanted(payment, asked.at)),
);

export type AskedPayment = Awaited<ReturnType<typeof findAskedPayment>>[number];
