import type { z } from "zod";
import type { SiteActor, TestSiteActor } from "../../../acts/actor";
import { pageSlice } from "../../../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { Prisma } from "../../../db/generated/client";
import type { AccountOrdersQuery, accountOrders } from "./schema";

/** The agent's paid orders that were made in a period, for its own comparison. */
export async function listAccountOrders(
  { kind, siteId }: SiteActor | TestSiteActor,
  { from, to, ...page }: AccountOrdersQuery,
): Promise<z.infer<typeof accountOrders>> {
  const where: Prisma.OrderWhereInput = {
    // A test key has none.
    siteId: kind === "site" ? siteId : 0,
    buyerKind: "site",
    paymentStatus: { not: "unpaid" },
    createdAt: { gte: from, lt: to },
  };
  const [total, rows] = await Promise.all([
    db().order.count({ where }),
    db().order.findMany({
      where,
      select: {
        orderNo: true,
        status: true,
        amountCents: true,
        refundedCents: true,
        createdAt: true,
        paidAt: true,
        siteOrder: { select: { downstreamOrderNo: true } },
        statementLines: { where: { refundId: null }, select: { statementId: true } },
      },
      orderBy: { id: "asc" },
      ...pageSlice(page),
    }),
  ]);
  return {
    orders: rows.map((row) => ({
      upstream_order_no: row.orderNo,
      downstream_order_no: row.siteOrder?.downstreamOrderNo ?? "",
      amount: toMoney(row.amountCents),
      refunded_amount: toMoney(row.refundedCents),
      status: row.status,
      created_at: toTime(row.createdAt),
      paid_at: toTimeOrNull(row.paidAt),
      statement: row.statementLines[0]?.statementId ?? null,
    })),
    total,
    ...page,
  };
}
