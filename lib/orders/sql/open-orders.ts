import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from "kysely";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";

export type OrderBuyer =
  | { kind: "guest"; email: string; ip: string }
  | { kind: "user"; userId: number; email: string; ip: string }
  | { kind: "site"; siteId: number; email: string | null; ip: string };

type OrderFilter = (order: ExpressionBuilder<Tables, "orders">) => Expression<SqlBool>;

const isInNetworkOf = (column: Expression<string | null>, ip: string) =>
  sql<SqlBool>`network_of(${column}) = network_of(${ip})`;

/** Whether a buyer has fewer open orders than `limit`. Counts no further than it has to. */
function isBelow(whose: OrderFilter, limit: number): Expression<SqlBool> {
  const open = expressionBuilder<Tables>()
    .selectFrom("orders")
    .select(sql.lit(1).as("one"))
    .where("status", "=", sql.lit("pending_payment"))
    .where("expire_at", ">", now())
    .where(whose)
    .limit(literal(limit));
  return sql<SqlBool>`(SELECT count(*) FROM ${open} AS open_orders) < ${literal(limit)}`;
}

/**
 * Whether a buyer may hold one more unpaid order, and the stock in it. Agent sites have their own limits.
 * @param own 1 when the order that is asked about is counted already.
 */
export function underOpenLimit(buyer: OrderBuyer, own: 0 | 1 = 0): Expression<SqlBool> {
  const { limits } = getConfig();
  switch (buyer.kind) {
    case "site":
      return sql.lit(true);
    case "user":
      return isBelow(
        (order) =>
          order.and([order("buyer_kind", "=", sql.lit("user")), order("user_id", "=", buyer.userId)]),
        limits.openOrdersPerUser + own,
      );
    case "guest": {
      const byIp = isBelow(
        (order) =>
          order.and([order("buyer_kind", "=", sql.lit("guest")), isInNetworkOf(order.ref("ip"), buyer.ip)]),
        limits.openOrdersPerIp + own,
      );
      const byEmail = isBelow(
        (order) => order.and([order("buyer_kind", "=", sql.lit("guest")), order("email", "=", buyer.email)]),
        limits.openOrdersPerEmail + own,
      );
      return expressionBuilder<Tables>().and([byIp, byEmail]);
    }
  }
}

export async function mayOpenOrder(reader: SqlReader, buyer: OrderBuyer): Promise<boolean> {
  const { may } = await reader.sql
    .selectNoFrom(sql<boolean>`${underOpenLimit(buyer)}`.as("may"))
    .executeTakeFirstOrThrow();
  return may;
}

/** Whether guests of this network hold more units of a product of that order than one network may, in several orders. */
const holdsTooMuch = (ip: string, orderId: number): Expression<SqlBool> =>
  expressionBuilder<Tables>().exists((row) =>
    row
      .selectFrom("order_items as mine")
      .innerJoin("order_items as item", "item.product_id", "mine.product_id")
      .innerJoin("orders as open_order", "open_order.id", "item.order_id")
      .select(sql.lit(1).as("one"))
      .where("open_order.status", "=", sql.lit("pending_payment"))
      .where("open_order.buyer_kind", "=", sql.lit("guest"))
      .where("open_order.expire_at", ">", now())
      .where((order) => isInNetworkOf(order.ref("open_order.ip"), ip))
      .where("mine.order_id", "=", orderId)
      .groupBy("mine.product_id")
      .having((order) =>
        order.and([
          order(order.fn.count("open_order.id").distinct(), ">", 1n),
          order(order.fn.sum("item.quantity"), ">", literal(getConfig().limits.openUnitsPerIp)),
        ]),
      ),
  );

/** The same limits for an order that is committed, and the limit of units, which a single order may exceed. */
export async function isOrderWithinLimits(
  reader: SqlReader,
  buyer: OrderBuyer,
  orderId: number,
): Promise<boolean> {
  const tooMuch = buyer.kind === "guest" ? holdsTooMuch(buyer.ip, orderId) : sql.lit(false);
  const { may } = await reader.sql
    .selectNoFrom(sql<boolean>`${underOpenLimit(buyer, 1)} AND NOT ${tooMuch}`.as("may"))
    .executeTakeFirstOrThrow();
  return may;
}
