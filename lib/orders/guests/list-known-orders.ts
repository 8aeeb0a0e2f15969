import { sha256 } from "../../core/crypto";
import { tokenPattern } from "../../core/ids";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import type { KnownOrders } from "./schema";

/** Lists the orders whose tokens a browser keeps. No goods are in it: reading it is no first view of them. */
export async function listKnownOrders(tokens: readonly string[]): Promise<KnownOrders> {
  const hashes = tokens.filter((token) => tokenPattern.test(token)).map(sha256);
  const rows = await db().guestToken.findMany({
    where: { tokenHash: { in: hashes } },
    select: {
      order: {
        select: {
          orderNo: true,
          status: true,
          amountCents: true,
          currency: true,
          createdAt: true,
          items: { select: { title: true }, orderBy: { position: "asc" }, take: 1 },
        },
      },
    },
  });
  return {
    orders: rows.map(({ order }) => ({
      order_no: order.orderNo,
      status: order.status,
      title: order.items[0]?.title ?? order.orderNo,
      amount: toMoney(order.amountCents),
      currency: order.currency,
      created_at: toTime(order.createdAt),
    })),
  };
}
