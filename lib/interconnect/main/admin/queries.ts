import type { z } from "zod";
import { sumCents } from "../../../core/money";
import { type PageQuery, pageSlice } from "../../../core/paging";
import { toMoney, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { Prisma } from "../../../db/generated/client";
import { findDeposits } from "../admin-queries";
import type { heldList } from "./schema";

const siteRef = { select: { id: true, name: true } } as const;
/** Paid orders that wait for reconciliation or for the deposit, oldest first. */
export async function listHeldOrders({
  site_id,
  order_no: orderNo,
  ...page
}: PageQuery & { site_id?: number | undefined; order_no?: string | undefined }): Promise<
  z.infer<typeof heldList>
> {
  const where: Prisma.OrderWhereInput = {
    buyerKind: "site",
    fulfillmentStatus: "held",
    ...(site_id ? { siteId: site_id } : {}),
    ...(orderNo ? { orderNo } : {}),
  };
  const [total, sum, rows] = await Promise.all([
    db().order.count({ where }),
    db().order.aggregate({ where, _sum: { amountCents: true } }),
    db().order.findMany({
      where,
      include: { site: siteRef, siteOrder: true, items: { orderBy: { position: "asc" } } },
      orderBy: [{ paidAt: "asc" }, { id: "asc" }],
      ...pageSlice(page),
    }),
  ]);
  const deposits = await findDeposits([...new Set(rows.map(({ siteId }) => siteId ?? 0))]);
  return {
    orders: rows.flatMap((row) =>
      row.site && row.siteOrder
        ? [
            {
              order_no: row.orderNo,
              downstream_order_no: row.siteOrder.downstreamOrderNo,
              downstream_payment_id: row.siteOrder.downstreamPaymentId,
              site: row.site,
              settlement_mode: row.siteOrder.settlementMode,
              title: row.items.map((item) => item.title).join(", "),
              quantity: row.items.reduce((count, item) => count + item.quantity, 0),
              amount: toMoney(row.amountCents),
              deposit: toMoney(deposits.get(row.site.id) ?? 0n),
              paid_at: toTimeOrNull(row.paidAt),
            },
          ]
        : [],
    ),
    total_amount: toMoney(sumCents([sum._sum.amountCents ?? 0n])),
    total,
    ...page,
  };
}
