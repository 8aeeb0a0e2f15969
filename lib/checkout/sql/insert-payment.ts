import { sql } from "kysely";
import { now } from "../../core/clock";
import { db } from "../../db/client";
import { fixedStatement } from "../../db/fixed-statement";
import { asFilter, typed } from "../../db/sql-pieces";
import { nextQueryAt } from "../../payments/query-schedule";

/** A payment whose link was made by signing alone, for an order that was placed a moment ago. */
export interface NewPayment {
  orderId: number;
  orderNo: string;
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
  form: Record<string, unknown> | null;
}

const insertPayment = fixedStatement(
  (query, payment: Omit<NewPayment, "form"> & { form: string | null; askAt: Date | null; createdAt: Date }) =>
    query
      .with(
        (member) => member("open_order").materialized(),
        (member) =>
          member
            .selectFrom("orders")
            .select("orders.id")
            .where("orders.id", "=", payment.orderId)
            .where("orders.order_no", "=", payment.orderNo)
            .where(({ eb, and }) =>
              asFilter(
                and([
                  eb("orders.status", "=", sql.lit("pending_payment")),
                  eb("orders.expire_at", ">", payment.createdAt),
                ]),
              ),
            )
            .forUpdate(),
      )
      .insertInto("payments")
      .columns([
        "payment_no",
        "purpose",
        "order_id",
        "channel_id",
        "amount_cents",
        "fee_cents",
        "currency",
        "gateway_cents",
        "gateway_currency",
        "gateway_rate",
        "pay_url",
        "qr_code",
        "form",
        "expires_at",
        "next_query_at",
        "created_at",
      ])
      .expression((member) =>
        member
          .selectFrom("open_order")
          .select([
            typed(payment.paymentNo, "text").as("payment_no"),
            sql.lit("order").as("purpose"),
            "open_order.id as order_id",
            typed(payment.channelId, "int4").as("channel_id"),
            typed(payment.amountCents, "int8").as("amount_cents"),
            typed(payment.feeCents, "int8").as("fee_cents"),
            typed(payment.currency, "text").as("currency"),
            typed(payment.gatewayCents, "int8").as("gateway_cents"),
            typed(payment.gatewayCurrency, "text").as("gateway_currency"),
            typed(payment.gatewayRate, "numeric").as("gateway_rate"),
            typed(payment.payUrl, "text").as("pay_url"),
            typed(payment.qrCode, "text").as("qr_code"),
            typed(payment.form, "jsonb").as("form"),
            typed(payment.expiresAt, "timestamptz").as("expires_at"),
            typed(payment.askAt, "timestamptz").as("next_query_at"),
            typed(payment.createdAt, "timestamptz").as("created_at"),
          ]),
      )
      .returning("payments.id"),
);

/**
 * Inserts a payment with its link and plans the first question to the gateway, in one statement. The order is known by
 * its number as well: after a fail-over that lost seconds its id may be another order's.
 * @returns false, with nothing changed, when the order is not open any more.
 */
export async function insertPaymentOfNewOrder(payment: NewPayment): Promise<boolean> {
  const createdAt = now();
  const askAt = nextQueryAt({ createdAt, expiresAt: payment.expiresAt }, createdAt);
  const form = payment.form ? JSON.stringify(payment.form) : null;
  const rows = await insertPayment(db(), { ...payment, form, askAt, createdAt });
  return rows.length === 1;
}
