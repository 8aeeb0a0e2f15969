import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import type { RefundQueue, RefundQueueQuery } from "./schema";

/** What came in and was not needed, and is still to be paid back at its gateway (C23). */
export async function listQueuedRefunds(query: RefundQueueQuery): Promise<RefundQueue> {
  const where = { paymentId: { not: null }, ...(query.status ? { status: query.status } : {}) };
  const [total, rows] = await Promise.all([
    db().refund.count({ where }),
    db().refund.findMany({
      where,
      orderBy: { id: "desc" },
      skip: (query.page - 1) * query.per_page,
      take: query.per_page,
      include: {
        order: { select: { orderNo: true, email: true, currency: true } },
        payment: { select: { paymentNo: true, tradeNo: true, channel: { select: { name: true } } } },
      },
    }),
  ]);
  return {
    refunds: rows.map((row) => ({
      refund_no: row.refundNo,
      status: row.status,
      amount: toMoney(row.amountCents),
      currency: row.order.currency,
      order_no: row.order.orderNo,
      email: row.order.email,
      payment_no: row.payment?.paymentNo ?? null,
      trade_no: row.payment?.tradeNo ?? null,
      channel_name: row.payment?.channel.name ?? null,
      created_at: toTime(row.createdAt),
      done_at: toTimeOrNull(row.doneAt),
    })),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}
