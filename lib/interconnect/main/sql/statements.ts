import { sql } from "kysely";
import type { SqlReader } from "../../../db/kysely";
import { shopCurrency } from "../../../wallet/sql/balances";

/** Part of an agent's account: booked before `to`, in one currency. */
export interface OpenPeriod {
  siteId: number;
  currency: string;
  to: Date;
}

/** Its transfer says of an order whether it went on account (`order_pay`) or was debited from the deposit. */
const onAccount = (reader: SqlReader, { siteId, currency, to }: OpenPeriod) =>
  reader.sql
    .selectFrom("orders as order")
    .innerJoin("ledger_transfers as transfer", (join) =>
      join
        .on("transfer.reason_key", "=", sql<string>`'site_order:' || "order".order_no`)
        .on("transfer.type", "=", sql.lit("order_pay")),
    )
    .where("order.site_id", "=", siteId)
    .where("order.buyer_kind", "=", sql.lit("site"))
    .where("order.currency", "=", currency)
    .where("transfer.created_at", "<", to);

/** Booked on account, and on no statement yet. */
const openOrders = (reader: SqlReader, period: OpenPeriod) =>
  onAccount(reader, period).where((row) =>
    row.not(
      row.exists(
        row
          .selectFrom("site_statement_lines as line")
          .select("line.id")
          .whereRef("line.order_id", "=", "order.id")
          .where("line.refund_id", "is", null),
      ),
    ),
  );

/** To be paid back outside and not paid back yet: the account takes them. One that somebody paid by hand is settled already. */
const openRefunds = (reader: SqlReader, period: OpenPeriod) =>
  onAccount(reader, period)
    .innerJoin("refunds as refund", "refund.order_id", "order.id")
    .where("refund.method", "=", sql.lit("manual"))
    .where("refund.status", "=", sql.lit("pending"))
    .where("refund.payment_id", "is", null)
    .where("refund.created_at", "<", period.to);

interface OpenSums {
  orders: bigint;
  orderedCents: bigint;
  refunds: bigint;
  refundedCents: bigint;
}

export async function sumOpenPeriod(reader: SqlReader, period: OpenPeriod): Promise<OpenSums> {
  const orders = await openOrders(reader, period)
    .select([
      sql<bigint>`count(*)`.as("count"),
      sql<bigint>`coalesce(sum("order".amount_cents), 0)::bigint`.as("cents"),
    ])
    .executeTakeFirstOrThrow();
  const refunds = await openRefunds(reader, period)
    .select([
      sql<bigint>`count(*)`.as("count"),
      sql<bigint>`coalesce(sum(refund.amount_cents), 0)::bigint`.as("cents"),
    ])
    .executeTakeFirstOrThrow();
  return {
    orders: BigInt(orders.count),
    orderedCents: orders.cents,
    refunds: BigInt(refunds.count),
    refundedCents: refunds.cents,
  };
}

export const findOpenOrders = (reader: SqlReader, period: OpenPeriod) =>
  openOrders(reader, period)
    .innerJoin("site_orders as own", "own.order_id", "order.id")
    .select([
      "order.order_no as orderNo",
      "own.downstream_order_no as downstreamOrderNo",
      "order.amount_cents as amountCents",
    ])
    .orderBy("order.id")
    .execute();

/** Puts the orders of the period on the statement. An order on two is refused by the database. */
export const insertOrderLines = (tx: SqlReader, statementId: number, period: OpenPeriod) =>
  tx.sql
    .insertInto("site_statement_lines")
    .columns(["statement_id", "order_id", "amount_cents"])
    .expression(
      openOrders(tx, period)
        .select([sql<number>`${statementId}::int4`.as("statement_id"), "order.id as order_id"])
        .select("order.amount_cents")
        .orderBy("order.id"),
    )
    .execute();

/** Locked, so that nobody finishes them by hand meanwhile. */
export const lockOpenRefunds = (tx: SqlReader, period: OpenPeriod) =>
  openRefunds(tx, period)
    .select([
      "refund.id",
      "refund.refund_no as refundNo",
      "refund.order_id as orderId",
      "refund.amount_cents as amountCents",
    ])
    .orderBy("refund.id")
    .forUpdate("refund")
    .execute();

/** Agents whose deposit is low and was not, or is not any more. */
export const findDepositTurns = (reader: SqlReader) =>
  reader.sql
    .selectFrom("sites as site")
    .leftJoin("ledger_accounts as account", (join) =>
      join
        .onRef("account.site_id", "=", "site.id")
        .on("account.kind", "=", sql.lit("site_deposit"))
        .on("account.currency", "=", shopCurrency),
    )
    .select([
      "site.id",
      "site.name",
      "site.deposit_alert_cents as alertCents",
      sql<bigint>`coalesce(account.balance_cents, 0)::bigint`.as("balanceCents"),
      sql<boolean>`site.deposit_low_at IS NOT NULL`.as("wasLow"),
    ])
    .where(
      sql<boolean>`(site.deposit_low_at IS NOT NULL) <> (site.status = 'active' AND
        coalesce(coalesce(account.balance_cents, 0) < site.deposit_alert_cents, false))`,
    )
    .execute();
