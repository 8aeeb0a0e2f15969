import { getConfig } from "../config/config";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { db } from "../db/client";
import { Prisma } from "../db/generated/client";
import { literal } from "../db/statement";
import type { Tx } from "../db/transaction";
import type { OrderBuyer } from "./insert-order";

/** Counts no further than it has to. */
const isBelow = (whose: Prisma.Sql, limit: number): Prisma.Sql => Prisma.sql`
  (SELECT count(*) FROM (
    SELECT 1 FROM orders WHERE status = 'pending_payment' AND ${whose} AND expire_at > ${now()}
    LIMIT ${literal(limit)}) AS n) < ${literal(limit)}`;

/**
 * Whether a buyer may hold one more unpaid order, and the stock in it. Agent sites have their own limits.
 * @param own 1 when the order that is asked about is counted already.
 */
export function underOpenLimitSql(buyer: OrderBuyer, own: 0 | 1 = 0): Prisma.Sql {
  const { limits } = getConfig();
  const openOrdersPerIp = limits.openOrdersPerIp + own;
  const openOrdersPerEmail = limits.openOrdersPerEmail + own;
  const openOrdersPerUser = limits.openOrdersPerUser + own;
  switch (buyer.kind) {
    case "site":
      return Prisma.sql`true`;
    case "user":
      return isBelow(Prisma.sql`buyer_kind = 'user' AND user_id = ${buyer.userId}`, openOrdersPerUser);
    case "guest": {
      const byIp = Prisma.sql`buyer_kind = 'guest' AND network_of(ip) = network_of(${buyer.ip})`;
      const byEmail = Prisma.sql`buyer_kind = 'guest' AND email = ${buyer.email}`;
      return Prisma.sql`${isBelow(byIp, openOrdersPerIp)} AND ${isBelow(byEmail, openOrdersPerEmail)}`;
    }
  }
}

export const tooManyOpenOrders = () =>
  new AppError("rate_limited", "open_orders", {
    retryAfter: 60,
  });

/** @throws AppError `rate_limited` */
export async function checkOpenOrders(tx: Tx, buyer: OrderBuyer): Promise<void> {
  if (buyer.kind === "site") return;
  const [row] = await tx.$queryRaw<{ may: boolean }[]>`SELECT ${underOpenLimitSql(buyer)} AS may`;
  if (!row?.may) throw tooManyOpenOrders();
}

/** One line may not keep a product from everybody by unpaid orders; a single order may be as large as the product allows. */
const holdsTooMuch = (
  buyer: Extract<OrderBuyer, { kind: "guest" }>,
  orderId: number,
): Prisma.Sql => Prisma.sql`
  EXISTS (
    SELECT 1 FROM order_items mine
    JOIN order_items i ON i.product_id = mine.product_id
    JOIN orders o ON o.id = i.order_id AND o.status = 'pending_payment' AND o.buyer_kind = 'guest'
      AND o.expire_at > ${now()} AND network_of(o.ip) = network_of(${buyer.ip})
    WHERE mine.order_id = ${orderId}
    GROUP BY mine.product_id
    HAVING count(DISTINCT o.id) > 1 AND sum(i.quantity) > ${getConfig().limits.openUnitsPerIp})`;

/**
 * The same limits once the order is committed: orders made at the same moment do not see each other before. The last one to
 * look sees them all, so no more than the limit stay; of a burst fewer may.
 */
export async function isWithinLimits(buyer: OrderBuyer, orderId: number): Promise<boolean> {
  if (buyer.kind === "site") return true;
  const tooMuch = buyer.kind === "guest" ? holdsTooMuch(buyer, orderId) : Prisma.sql`false`;
  const [row] = await db().$queryRaw<{ may: boolean }[]>`
    SELECT ${underOpenLimitSql(buyer, 1)} AND NOT ${tooMuch} AS may`;
  return row?.may ?? false;
}
