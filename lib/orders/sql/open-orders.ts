import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from "kysely";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { fixedStatement } from "../../db/fixed-statement";
import type { BuyerKind, Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { asFilter, literal } from "../../db/sql-pieces";

export type OrderBuyer =
  | { kind: "guest"; email: string; ip: string }
  | { kind: "user"; userId: number; email: string; ip: string }
  | { kind: "site"; siteId: number; email: string | null; ip: string };

/** What the limits of a buyer are compared with. */
interface OpenLimitValues {
  openAt: Date;
  ip: string;
  email: string | null;
  userId: number | null;
}

export const openLimitValues = (buyer: OrderBuyer, at: Date): OpenLimitValues => ({
  openAt: at,
  ip: buyer.ip,
  email: buyer.email,
  userId: buyer.kind === "user" ? buyer.userId : null,
});

/** The limits stand in the text of a statement, so that the planner knows how few rows are meant. */
export const limitsKey = (): string => {
  const { openOrdersPerUser, openOrdersPerIp, openOrdersPerEmail, openUnitsPerIp } = getConfig().limits;
  return [openOrdersPerUser, openOrdersPerIp, openOrdersPerEmail, openUnitsPerIp].join();
};

type OrderFilter = (order: ExpressionBuilder<Tables, "orders">) => Expression<SqlBool>;

const isInNetworkOf = (column: Expression<string | null>, ip: string) =>
  sql<SqlBool>`network_of(${column}) = network_of(${ip})`;

/** Whether a buyer has fewer open orders than `limit`. Counts no further than it has to. */
function isBelow(at: Date, limit: number, whose: OrderFilter): Expression<SqlBool> {
  const open = expressionBuilder<Tables>()
    .selectFrom("orders")
    .select(sql.lit(1).as("one"))
    .where((order) => asFilter(order("status", "=", sql.lit("pending_payment"))))
    .where((order) => asFilter(order("expire_at", ">", at)))
    .where(whose)
    .limit(literal(limit));
  return sql<SqlBool>`(SELECT count(*) FROM ${open} AS open_orders) < ${literal(limit)}`;
}

/**
 * Whether a buyer may hold one more unpaid order, and the stock in it. Agent sites have their own limits.
 * @param own 1 when the order that is asked about is counted already.
 */
export function underOpenLimit(
  buyerKind: BuyerKind,
  { openAt, ip, email, userId }: OpenLimitValues,
  own: 0 | 1 = 0,
): Expression<SqlBool> {
  const { limits } = getConfig();
  switch (buyerKind) {
    case "site":
      return sql.lit(true);
    case "user":
      return isBelow(openAt, limits.openOrdersPerUser + own, (order) =>
        order.and([order("buyer_kind", "=", sql.lit("user")), order("user_id", "=", userId)]),
      );
    case "guest": {
      const byIp = isBelow(openAt, limits.openOrdersPerIp + own, (order) =>
        order.and([order("buyer_kind", "=", sql.lit("guest")), isInNetworkOf(order.ref("ip"), ip)]),
      );
      const byEmail = isBelow(openAt, limits.openOrdersPerEmail + own, (order) =>
        order.and([order("buyer_kind", "=", sql.lit("guest")), order("email", "=", email)]),
      );
      return expressionBuilder<Tables>().and([byIp, byEmail]);
    }
  }
}

const shapeOf = ({ kind: buyerKind }: OrderBuyer) => ({ buyerKind, key: `${buyerKind},${limitsKey()}` });

type LimitShape = ReturnType<typeof shapeOf>;

const selectMay = fixedStatement((query, buyer: OpenLimitValues, { buyerKind }: LimitShape) =>
  query.selectNoFrom(sql<boolean>`${underOpenLimit(buyerKind, buyer)}`.as("may")),
);

export async function mayOpenOrder(reader: SqlReader, buyer: OrderBuyer): Promise<boolean> {
  const [row] = await selectMay(reader, openLimitValues(buyer, now()), shapeOf(buyer));
  return row?.may ?? false;
}

interface PlacedValues extends OpenLimitValues {
  orderId: number;
}

/** Whether guests of this network hold more units of a product of that order than one network may, in several orders. */
const holdsTooMuch = ({ openAt, ip, orderId }: PlacedValues): Expression<SqlBool> =>
  expressionBuilder<Tables>().exists((row) =>
    row
      .selectFrom("order_items as mine")
      .innerJoin("order_items as item", "item.product_id", "mine.product_id")
      .innerJoin("orders as open_order", "open_order.id", "item.order_id")
      .select(sql.lit(1).as("one"))
      .where((order) => asFilter(order("open_order.status", "=", sql.lit("pending_payment"))))
      .where("open_order.buyer_kind", "=", sql.lit("guest"))
      .where((order) => asFilter(order("open_order.expire_at", ">", openAt)))
      .where((order) => isInNetworkOf(order.ref("open_order.ip"), ip))
      .where("mine.order_id", "=", orderId)
      .groupBy("mine.product_id")
      .having((order) =>
        order.and([
          order(order.fn.count("open_order.id").distinct(), ">", sql.lit(1n)),
          order(order.fn.sum("item.quantity"), ">", literal(getConfig().limits.openUnitsPerIp)),
        ]),
      ),
  );

const selectMayStay = fixedStatement((query, placed: PlacedValues, { buyerKind }: LimitShape) => {
  const tooMuch = buyerKind === "guest" ? holdsTooMuch(placed) : sql.lit(false);
  return query.selectNoFrom(
    sql<boolean>`${underOpenLimit(buyerKind, placed, 1)} AND NOT ${tooMuch}`.as("may"),
  );
});

/** The same limits for an order that is committed, and the limit of units, which a single order may exceed. */
export async function isOrderWithinLimits(
  reader: SqlReader,
  buyer: OrderBuyer,
  orderId: number,
): Promise<boolean> {
  const values = { ...openLimitValues(buyer, now()), orderId };
  const [row] = await selectMayStay(reader, values, shapeOf(buyer));
  return row?.may ?? false;
}
