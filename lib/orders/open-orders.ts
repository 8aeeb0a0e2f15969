import { getConfig } from "../config/config";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { Prisma } from "../db/generated/client";
import { literal } from "../db/statement";
import type { Tx } from "../db/transaction";
import type { OrderBuyer } from "./insert-order";

/** Counts no further than it has to. */
const isBelow = (whose: Prisma.Sql, limit: number): Prisma.Sql => Prisma.sql`
  (SELECT count(*) FROM (
    SELECT 1 FROM orders WHERE status = 'pending_payment' AND ${whose} AND expire_at > ${now()}
    LIMIT ${literal(limit)}) AS n) < ${literal(limit)}`;

/** Whether a buyer may hold one more unpaid order, and the stock in it. Agent sites have their own limits. */
export function underOpenLimitSql(buyer: OrderBuyer): Prisma.Sql {
  const { openOrdersPerIp, openOrdersPerEmail, openOrdersPerUser } = getConfig().limits;
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

/** @throws AppError `rate_limited` */
export async function checkOpenOrders(tx: Tx, buyer: OrderBuyer): Promise<void> {
  if (buyer.kind === "site") return;
  const [row] = await tx.$queryRaw<{ may: boolean }[]>`SELECT ${underOpenLimitSql(buyer)} AS may`;
  if (!row?.may) {
    throw new AppError("rate_limited", "There are unpaid orders of yours: pay or cancel them first", {
      retryAfter: 60,
    });
  }
}
