import { sql } from "kysely";
import { db } from "../../db/client";
import { alertsOfAreas } from "./alerts";

const all = sql<number>`count(*)::int`.as("count");

/**
 * Counts the work that waits for a person, each number read from the few rows of a partial index. Failed purchases:
 * since `since`.
 */
export const countWaiting = (areas: readonly string[], since: Date) =>
  db()
    .sql.selectNoFrom((row) => [
      row
        .selectFrom("orders")
        .select(all)
        .where("fulfillment_status", "=", sql.lit("failed"))
        .where("payment_status", "in", ["paid", "partially_refunded"])
        .as("orders"),
      row
        .selectFrom("alerts")
        .select(all)
        .where("resolved_at", "is", null)
        .where("kind", "=", sql.lit("order.problem"))
        .as("problems"),
      row
        .selectFrom("skus")
        .innerJoin("sku_stocks", "sku_stocks.sku_id", "skus.id")
        .innerJoin("products", "products.id", "skus.product_id")
        .select(all)
        .where("products.status", "=", sql.lit("active"))
        .where("skus.is_active", "=", sql.lit(true))
        .where("sku_stocks.is_unlimited", "=", sql.lit(false))
        .where("sku_stocks.available", "=", sql.lit(0))
        .as("stock"),
      // Written out: with values the planner would not know how few of them there are.
      row
        .selectFrom("refunds")
        .select(all)
        .where("status", "in", [sql.lit("pending" as const), sql.lit("failed" as const)])
        .as("refunds"),
      row.selectFrom("orders").select(all).where("fulfillment_status", "=", sql.lit("held")).as("held"),
      row.selectFrom("callbacks").select(all).where("status", "=", sql.lit("failed")).as("callbacks"),
      row
        .selectFrom("purchases")
        .select(all)
        .where("status", "=", sql.lit("failed"))
        .where("updated_at", ">", since)
        .as("purchases"),
      row.selectFrom("mails").select(all).where("status", "=", sql.lit("failed")).as("mails"),
      row
        .selectFrom("alerts as a")
        .select(all)
        .where("a.resolved_at", "is", null)
        .where(alertsOfAreas(areas))
        .as("alerts"),
    ])
    .executeTakeFirstOrThrow();
