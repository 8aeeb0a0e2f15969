import { pageSlice } from "../../core/paging";
import { toldOrNull } from "../../core/refusals/told";
import { toMoney, toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { createdBetween } from "../../db/filters";
import type { Prisma } from "../../db/generated/client";
import type { RefundModel } from "../../db/generated/models";
import { openChannel } from "../channels/channel-account";
import type { RefundQueue, RefundQueueQuery } from "./schema";

const paymentParts = {
  paymentNo: true,
  tradeNo: true,
  channelId: true,
  channel: { select: { name: true } },
} as const;

interface QueuedRow extends RefundModel {
  order: { orderNo: string; email: string | null; currency: string };
}

type PaidBy =
  | { paymentNo: string; tradeNo: string | null; channelId: number; channel: { name: string } }
  | undefined;

const isWaiting = (status: string) => status === "pending" || status === "failed";

const toQueued = (row: QueuedRow, payment: PaidBy, sending: ReadonlySet<number>) => ({
  refund_no: row.refundNo,
  kind: row.paymentId === null ? ("order" as const) : ("overpaid" as const),
  status: row.status,
  amount: toMoney(row.amountCents),
  currency: row.order.currency,
  order_no: row.order.orderNo,
  email: row.order.email,
  reason: row.reason,
  ...toldOrNull("failure", row.failure),
  can_send: isWaiting(row.status) && payment !== undefined && sending.has(payment.channelId),
  payment_no: payment?.paymentNo ?? null,
  trade_no: payment?.tradeNo ?? null,
  channel_name: payment?.channel.name ?? null,
  created_at: toTime(row.createdAt),
  done_at: toTimeOrNull(row.doneAt),
});

/** Finds the channels whose gateway can send money back. */
async function findRefundingChannels(ids: number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db().paymentChannel.findMany({
    where: { id: { in: ids } },
    omit: { configSealed: false },
  });
  const channels = await Promise.all(rows.map((row) => openChannel(db(), row)));
  return new Set(channels.flatMap((channel) => (channel?.account.refund ? [channel.id] : [])));
}

const include = {
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
} satisfies Prisma.RefundInclude;

type FoundRow = Prisma.RefundGetPayload<{ include: typeof include }>;
const paidBy = (row: FoundRow): PaidBy => row.payment ?? row.order.payments[0];

type RefundFilter = Omit<RefundQueueQuery, "page" | "per_page">;

const queueFilter = ({ status, ...time }: RefundFilter): Prisma.RefundWhereInput => ({
  OR: [{ paymentId: { not: null } }, { method: { in: ["manual", "gateway"] } }],
  ...(status === "all" ? {} : { status: status === "open" ? { not: "done" } : status }),
  ...createdBetween(time),
});

/** Lists money to be paid back outside the shop: overpaid sums (C23), and refunds of orders that no wallet took. */
export async function listQueuedRefunds(query: RefundQueueQuery): Promise<RefundQueue> {
  const where = queueFilter(query);
  const [total, rows] = await Promise.all([
    db().refund.count({ where }),
    db().refund.findMany({ where, orderBy: { id: "desc" }, ...pageSlice(query), include }),
  ]);
  const waiting = rows.filter(({ status }) => isWaiting(status)).map((row) => paidBy(row)?.channelId);
  const sending = await findRefundingChannels(waiting.filter((id) => id !== undefined));
  return {
    refunds: rows.map((row) => toQueued(row, paidBy(row), sending)),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}

/** The same rows a piece after the other, oldest first; whether a gateway can send them is not asked. */
export const refundReader = (filter: RefundFilter) => async (after: number, take: number) =>
  (
    await db().refund.findMany({
      where: { AND: [queueFilter(filter), { id: { gt: after } }] },
      orderBy: { id: "asc" },
      take,
      include,
    })
  ).map((row) => ({ id: row.id, ...toQueued(row, paidBy(row), new Set()) }));
