import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from "kysely";
import { getConfig } from "../../config/config";
import { now } from "../../core/clock";
import { fixedStatement } from "../../db/fixed-statement";
import type { BuyerKind, Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { asFilter, literal, numbers } from "../../db/sql-pieces";

export type OrderBuyer =
  | { kind: "guest"; email: string; ip: string }
  | { kind: "user"; userId: number; email: string; ip: string }
  | { kind: "site"; siteId: number; email: string | null; ip: string };

type Term<T> = T | Expression<T>;

/** Terms to compare with the limits of a buyer: values, or columns of the buyers that are asked about. */
interface OpenLimitTerms {
  openAt: Term<Date>;
  ip: Term<string>;
  email: Term<string | null>;
  userId: Term<number | null>;
}

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

const isInNetworkOf = (column: Expression<string | null>, ip: Term<string>) =>
  sql<SqlBool>`network_of(${column}) = network_of(${ip})`;

/** Whether a buyer has fewer open orders than `limit`. Counts no further than it has to. */
function isBelow(at: Term<Date>, limit: number, whose: OrderFilter): Expression<SqlBool> {
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
  { openAt, ip, email, userId }: OpenLimitTerms,
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

export interface PlacedOrder {
  buyer: OrderBuyer;
  orderId: number;
}

/** The orders that are asked about, each with its buyer: one array a column. */
interface PlacedValues {
  openAt: Date;
  orderIds: number[];
  ips: string[];
  emails: (string | null)[];
  userIds: (number | null)[];
}

interface PlacedRow {
  order_id: number;
  ip: string;
  email: string | null;
  user_id: number | null;
}

/** Whether guests of a network hold more units of a product of an order than one network may, in several orders. */
const holdsTooMuch = (
  openAt: Date,
  ip: Expression<string>,
  orderId: Expression<number>,
): Expression<SqlBool> =>
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

const selectAbove = fixedStatement((query, values: PlacedValues, { buyerKind }: LimitShape) => {
  const { openAt, orderIds, ips, emails, userIds } = values;
  return query
    .selectFrom(
      sql<PlacedRow>`unnest(${numbers(orderIds)}, ${ips}::text[], ${emails}::text[], ${userIds}::int[])`.as<"placed">(
        sql`placed (order_id, ip, email, user_id)`,
      ),
    )
    .select("placed.order_id as orderId")
    .where(({ ref, or, not }) => {
      const terms = {
        openAt,
        ip: ref("placed.ip"),
        email: ref("placed.email"),
        userId: ref("placed.user_id"),
      };
      const isAbove = not(underOpenLimit(buyerKind, terms, 1));
      return buyerKind === "guest"
        ? or([isAbove, holdsTooMuch(openAt, terms.ip, ref("placed.order_id"))])
        : isAbove;
    });
});

/**
 * Which of these committed orders of one kind of buyer stand above the same limits, or above the limit of units, which a single
 * order may exceed.
 */
export async function findOrdersAboveLimits(
  reader: SqlReader,
  placed: readonly [PlacedOrder, ...PlacedOrder[]],
): Promise<Set<number>> {
  const at = now();
  const buyers = placed.map(({ buyer }) => openLimitValues(buyer, at));
  const values = {
    openAt: at,
    orderIds: placed.map(({ orderId }) => orderId),
    ips: buyers.map(({ ip }) => ip),
    emails: buyers.map(({ email }) => email),
    userIds: buyers.map(({ userId }) => userId),
  };
  const rows = await selectAbove(reader, values, shapeOf(placed[0].buyer));
  return new Set(rows.map(({ orderId }) => orderId));
}

const networkLocks = 7_214_003;
const emailLocks = 7_214_004;
const userLocks = 7_214_005;

/** The network before the address each time, so that two buyers never wait for each other. */
export async function lockLimitsOf(tx: SqlReader, buyer: OrderBuyer): Promise<void> {
  const lock = (kind: number, of: Expression<number>) =>
    sql`SELECT pg_advisory_xact_lock(${literal(kind)}, ${of})`.execute(tx.sql);
  if (buyer.kind === "user") await lock(userLocks, sql<number>`${buyer.userId}::int`);
  if (buyer.kind !== "guest") return;
  await lock(networkLocks, sql<number>`hashtext(network_of(${buyer.ip})::text)`);
  await lock(emailLocks, sql<number>`hashtext(${buyer.email})`);
}
