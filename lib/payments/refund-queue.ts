import { pageSlice } from "../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import type { RefundModel } from "../db/generated/models";
import type { RefundQueue, RefundQueueQuery } from "./refund-schema";

const paymentParts = { paymentNo: true, tradeNo: true, channel: { select: { name: true } } } as const;

interface QueuedRow extends RefundModel {
  order: { orderNo: string; email: string | null; currency: string };
}

type PaidBy = { paymentNo: string; tradeNo: string | null; channel: { name: string } } | undefined;

const toQueued = (row: QueuedRow, payment: PaidBy) => ({
  refund_no: row.refundNo,
  kind: row.paymentId === null ? ("order" as const) : ("overpaid" as const),
  status: row.status,
  amount: toMoney(row.amountCents),
  currency: row.order.currency,
  order_no: row.order.orderNo,
  email: row.order.email,
  reason: row.reason,
  payment_no: payment?.paymentNo ?? null,
  trade_no: payment?.tradeNo ?? null,
  channel_name: payment?.channel.name ?? null,
  created_at: toTime(row.createdAt),
  done_at: toTimeOrNull(row.doneAt),
});

/** What is to be paid back outside the shop: overpaid money (C23), and refunds of orders that no wallet took. */
export async function listQueuedRefunds(query: RefundQueueQuery): Promise<RefundQueue> {
  const where = {
    OR: [{ paymentId: { not: null } }, { method: "manual" as const }],
    ...(query.status ? { status: query.status } : {}),
  };
  const [total, rows] = await Promise.all([
    db().refund.count({ where }),
    db().refund.findMany({
      where,
      orderBy: { id: "desc" },
      ...pageSlice(query),
      include: {
        order: {
          select: {
            orderNo: true,
            email: true,
            currency: true,
            // The payment that paid the order is where its money goes back.
            payments: {
              where: { disposition: { in: ["applied", "late"] } },
              orderBy: { id: "asc" },
              take: 1,
              select: paymentParts,
            },
          },
        },
        payment: { select: paymentParts },
      },
    }),
  ]);
  return {
    refunds: rows.map((row) => toQueued(row, row.payment ?? row.order.payments[0])),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}
