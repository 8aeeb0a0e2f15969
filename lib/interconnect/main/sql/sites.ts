import { sql } from "kysely";
import { now } from "../../../core/clock";
import { db } from "../../../db/client";
import { fixedStatement } from "../../../db/fixed-statement";
import type { SettlementMode } from "../../../db/generated/tables";
import type { SqlReader } from "../../../db/kysely";
import { asFilter, typed, typedEnum } from "../../../db/sql-pieces";
import type { BesideOrder } from "../../../orders/sql/insert-order";

/** Claims for one receiver count one after the other. */
export const lockReceiverOf = (tx: SqlReader, callbackId: number) =>
  tx.sql
    .selectFrom("sites")
    .innerJoin("callbacks", "callbacks.site_id", "sites.id")
    .select("sites.id")
    .where("callbacks.id", "=", callbackId)
    .forNoKeyUpdate("sites")
    .execute();

/** Attempts to deliver to the receiver of this callback that began after `since` and have no outcome yet. */
export async function countAttemptsUnderWay(tx: SqlReader, callbackId: number, since: Date): Promise<number> {
  const { running } = await tx.sql
    .selectFrom("callback_attempts as attempt")
    .innerJoin("callbacks as callback", "callback.id", "attempt.callback_id")
    .select(sql<number>`count(*)::int`.as("running"))
    .where("attempt.http_status", "is", null)
    .where("attempt.error", "is", null)
    .where("attempt.created_at", ">", since)
    .where("callback.site_id", "=", (own) =>
      own.selectFrom("callbacks").select("callbacks.site_id").where("callbacks.id", "=", callbackId),
    )
    .executeTakeFirstOrThrow();
  return running;
}

/**
 * Takes the callback for one attempt until the lease ends, unless an earlier event of its order still waits (C51).
 * @returns false when it is not due, taken or finished
 */
export async function leaseCallback(
  tx: SqlReader,
  callbackId: number,
  { dueBy, until }: { dueBy: Date; until: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("callbacks as callback")
    .set((row) => ({ attempt_count: row("attempt_count", "+", 1), next_attempt_at: until }))
    .where("callback.id", "=", callbackId)
    .where("callback.status", "=", sql.lit("pending"))
    .where("callback.next_attempt_at", "<=", dueBy)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("callbacks as earlier")
            .select("earlier.id")
            .whereRef("earlier.order_id", "=", "callback.order_id")
            .whereRef("earlier.id", "<", "callback.id")
            .where("earlier.status", "=", sql.lit("pending")),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns undefined when there is none. */
export const lockSite = (tx: SqlReader, siteId: number) =>
  tx.sql.selectFrom("sites").select("api_key").where("id", "=", siteId).forNoKeyUpdate().executeTakeFirst();

/**
 * One query: the site, its secrets that are still good, and the clock that all processes share (N3). For an unknown key it
 * is some other site, so that this costs what a wrong signature costs (N18).
 */
export const findSiteSigner = (key: string) =>
  db()
    .sql.selectFrom("sites as site")
    .innerJoinLateral(
      (join) =>
        join
          .selectFrom("site_signing_secrets as secret")
          .select([
            sql<number[] | null>`array_agg(secret.id ORDER BY secret.id DESC)`.as("secret_ids"),
            sql<Uint8Array[] | null>`array_agg(secret.secret_sealed ORDER BY secret.id DESC)`.as("secrets"),
            sql<boolean[] | null>`array_agg(secret.is_pairing ORDER BY secret.id DESC)`.as("pairings"),
            sql<boolean | null>`bool_or(secret.first_used_at IS NULL)`.as("has_unused"),
          ])
          .whereRef("secret.site_id", "=", "site.id")
          .where((secret) =>
            secret.or([secret("secret.expires_at", "is", null), secret("secret.expires_at", ">", now())]),
          )
          .as("good"),
      (join) => join.onTrue(),
    )
    .select([
      "site.id",
      "site.status",
      "site.ip_allow_list",
      "site.rate_per_minute",
      "site.api_key",
      "site.callback_failing_since",
      "good.secret_ids",
      "good.secrets",
      "good.pairings",
      "good.has_unused",
    ])
    .select((site) => [
      site("site.api_key", "=", key).as("is_known"),
      sql<bigint>`floor(extract(epoch FROM clock_timestamp()))::bigint`.as("database_seconds"),
    ])
    .where("site.id", "=", (site) =>
      site.fn.coalesce(
        site.selectFrom("sites").select("sites.id").where("sites.api_key", "=", key),
        site.selectFrom("sites").select((every) => every.fn.min("sites.id").as("first")),
      ),
    )
    .executeTakeFirst();

/** An agent's order with what its payment is judged by. @returns undefined when this agent has none of that number */
const selectLocked = fixedStatement((query, { siteId, orderNo }: { siteId: number; orderNo: string }) =>
  query
    .selectFrom("orders")
    .innerJoin("site_orders", "site_orders.order_id", "orders.id")
    .innerJoin("sites", "sites.id", "orders.site_id")
    .select([
      "orders.id",
      "orders.order_no as orderNo",
      "orders.user_id as userId",
      "orders.coupon_id as couponId",
      "orders.wallet_paid_cents as walletPaidCents",
      "orders.status",
      "orders.payment_status as paymentStatus",
      "orders.fulfillment_status as fulfillmentStatus",
      "orders.amount_cents as amountCents",
      "site_orders.downstream_payment_id as paymentId",
      "sites.settlement_mode as settlementMode",
    ])
    .where("orders.order_no", "=", orderNo)
    // The number names the order; an agent may have thousands.
    .where((order) => asFilter(order("orders.site_id", "=", siteId)))
    .forUpdate("orders"),
);

export async function lockSiteOrder(tx: SqlReader, siteId: number, orderNo: string) {
  const [row] = await selectLocked(tx, { siteId, orderNo });
  return row;
}

export type LockedSiteOrder = NonNullable<Awaited<ReturnType<typeof lockSiteOrder>>>;

const updateReported = fixedStatement(
  (query, paid: { orderId: number; paymentId: string; paidAt: Date | null; mode: SettlementMode }) =>
    query
      .updateTable("site_orders")
      .set({
        downstream_payment_id: paid.paymentId,
        downstream_paid_at: typed(paid.paidAt, "timestamptz"),
        settlement_mode: typedEnum(paid.mode, "settlement_mode"),
      })
      .where("order_id", "=", paid.orderId),
);

/** Keeps how the agent's buyer paid, and how the agent settles it. */
export const keepReportedPayment = (tx: SqlReader, paid: Parameters<typeof updateReported>[1]) =>
  updateReported(tx, paid);

/** Agents with money in their deposit and an order that waits for it. */
export async function findSitesWithHeldOrders(): Promise<number[]> {
  const rows = await db()
    .sql.selectFrom("orders")
    .innerJoin("site_orders", "site_orders.order_id", "orders.id")
    .innerJoin("ledger_accounts as account", "account.site_id", "site_orders.site_id")
    .select("site_orders.site_id as siteId")
    .distinct()
    .where("account.kind", "=", sql.lit("site_deposit"))
    .where("account.balance_cents", ">", sql.lit(0n))
    .where("orders.fulfillment_status", "=", sql.lit("held"))
    .where("site_orders.settlement_mode", "=", sql.lit("prepaid"))
    .execute();
  return rows.map(({ siteId }) => siteId);
}

interface NewSiteOrder {
  siteId: number;
  downstreamOrderNo: string;
  contentHash: Uint8Array;
  customerEmail: string | null;
  metadata: string;
}

/** The row of `site_orders` of an agent's order. The statement that inserts the order inserts it too. */
export const besideSiteOrder = (values: NewSiteOrder): BesideOrder<NewSiteOrder> => ({
  name: "site_order",
  values,
  insert: (query, order, createdAt) =>
    query
      .insertInto("site_orders")
      .columns([
        "order_id",
        "site_id",
        "downstream_order_no",
        "content_hash",
        "customer_email",
        "metadata",
        "settlement_mode",
        "created_at",
      ])
      .expression(
        query
          .selectFrom(["new_order", "sites"])
          .select([
            "new_order.id as order_id",
            "sites.id as site_id",
            typed(order.downstreamOrderNo, "text").as("downstream_order_no"),
            typed(order.contentHash, "bytea").as("content_hash"),
            typed(order.customerEmail, "text").as("customer_email"),
            typed(order.metadata, "jsonb").as("metadata"),
            "sites.settlement_mode",
            createdAt.as("created_at"),
          ])
          .where("sites.id", "=", order.siteId),
      ),
});
