import type { z } from "zod";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { isAppError } from "../../core/errors";
import { nextAfter } from "../../core/paging";
import { db } from "../../db/client";
import type { Prisma } from "../../db/generated/client";
import { orderFilter } from "./admin-filters";
import type { ChangeOrders, ordersChanged } from "./admin-schema";
import { cancelByOperator, deliverAgain } from "./operate-order";

/** An order that is bought and delivered takes tens of milliseconds. */
const pieceSize = 100;

/** Orders that the act is for; everything else that matches stays as it is. */
const meantFor: Record<ChangeOrders["act"], Prisma.OrderWhereInput> = {
  deliver: { fulfillmentStatus: "failed" },
  cancel: { status: "pending_payment" },
};
const acts = { deliver: deliverAgain, cancel: cancelByOperator } as const;

/** The same act for many orders, oldest first, each in a transaction of its own: one that refuses keeps back no other. */
export async function changeOrders(
  actor: AdminActor,
  client: ClientInfo,
  which: ChangeOrders,
): Promise<z.infer<typeof ordersChanged>> {
  const rows = await db().order.findMany({
    where:
      "order_nos" in which
        ? { orderNo: { in: which.order_nos } }
        : {
            AND: [
              await orderFilter(which.match),
              meantFor[which.act],
              { createdAt: { lte: which.drawn_at } },
              { id: { gt: which.after } },
            ],
          },
    orderBy: { id: "asc" },
    take: pieceSize,
    select: { id: true, orderNo: true },
  });
  let changed = 0;
  for (const { orderNo } of rows) {
    try {
      await acts[which.act]({ actor, client, orderNo }, { isOneOfMany: true });
      changed += 1;
    } catch (error) {
      if (!isAppError(error, "state_conflict") && !isAppError(error, "insufficient_stock")) throw error;
    }
  }
  return {
    changed,
    skipped: rows.length - changed,
    next: "match" in which ? nextAfter(rows, pieceSize) : null,
  };
}
