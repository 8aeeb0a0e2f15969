import { getConfig } from "../config/config";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { Prisma } from "../db/generated/client";
import { literal } from "../db/statement";
import type { Tx } from "../db/transaction";
import type { OrderBuyer } from "./insert-order";

/** Counts no further than it has to. */
const isBelow = (column: Prisma.Sql, value: string, limit: number): Prisma.Sql => Prisma.sql`
  (SELECT count(*) FROM (
    SELECT 1 FROM orders
    WHERE status = 'pending_payment' AND buyer_kind = 'guest' AND ${column} = ${value} AND expire_at > ${now()}
    LIMIT ${literal(limit)}) AS n) < ${literal(limit)}`;

/** Whether a guest may hold one more unpaid order, and the stock in it. */
export function mayOpenOne(buyer: OrderBuyer): Prisma.Sql {
  if (buyer.kind !== "guest") return Prisma.sql`true`;
  const { openOrdersPerIp, openOrdersPerEmail } = getConfig().limits;
  const byIp = isBelow(Prisma.sql`ip`, buyer.ip, openOrdersPerIp);
  return Prisma.sql`${byIp} AND ${isBelow(Prisma.sql`email`, buyer.email, openOrdersPerEmail)}`;
}

/** @throws AppError `rate_limited` */
export async function checkOpenOrders(tx: Tx, buyer: OrderBuyer): Promise<void> {
  if (buyer.kind !== "guest") return;
  const [row] = await tx.$queryRaw<{ may: boolean }[]>`SELECT ${mayOpenOne(buyer)} AS may`;
  if (!row?.may) {
    throw new AppError("rate_limited", "There are unpaid orders of yours: pay or cancel them first", {
      retryAfter: 60,
    });
  }
}
