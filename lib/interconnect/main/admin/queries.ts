import type { z } from "zod";
import { sha256Hex } from "../../../core/crypto";
import { notFound } from "../../../core/errors";
import { sumCents } from "../../../core/money";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import type { Prisma } from "../../../db/generated/client";
import { openCallbackBody } from "../queue-callbacks";
import { callbackEvents } from "../schema";
import type { callbackDetail, callbackList, heldList, requestLog } from "./schema";

interface Page {
  page: number;
  per_page: number;
}

const skip = ({ page, per_page }: Page) => ({ skip: (page - 1) * per_page, take: per_page });
const siteRef = { select: { id: true, name: true } } as const;
/** What the specification's admin shows of an agent's calls. */
const shownRequests = 30;

/** C48: the last 30 calls of an agent, or of everybody, unknown keys included. */
export async function listRequests({
  site_id,
  result,
}: {
  site_id?: number | undefined;
  result?: "accepted" | "refused" | undefined;
}): Promise<z.infer<typeof requestLog>> {
  const rows = await db().requestLog.findMany({
    where: {
      ...(site_id ? { siteId: site_id } : {}),
      ...(result ? { httpStatus: result === "accepted" ? 200 : { not: 200 } } : {}),
    },
    include: { site: siteRef },
    orderBy: { id: "desc" },
    take: shownRequests,
  });
  return {
    requests: rows.map((row) => ({
      id: row.id,
      site: row.site,
      claimed_key: row.claimedKey,
      method: row.method,
      path: row.path,
      http_status: row.httpStatus,
      status_code: row.statusCode,
      latency_ms: row.latencyMs,
      is_signature_valid: row.isSignatureValid,
      cause: row.cause,
      request_id: row.requestId,
      ip: row.ip,
      created_at: toTime(row.createdAt),
    })),
  };
}

/** Paid orders that wait for reconciliation or for the deposit, oldest first. */
export async function listHeldOrders({
  site_id,
  ...page
}: Page & { site_id?: number | undefined }): Promise<z.infer<typeof heldList>> {
  const where: Prisma.OrderWhereInput = {
    buyerKind: "site",
    fulfillmentStatus: "held",
    ...(site_id ? { siteId: site_id } : {}),
  };
  const [total, sum, rows] = await Promise.all([
    db().order.count({ where }),
    db().order.aggregate({ where, _sum: { amountCents: true } }),
    db().order.findMany({
      where,
      include: { site: siteRef, siteOrder: true, items: { orderBy: { position: "asc" } } },
      orderBy: [{ paidAt: "asc" }, { id: "asc" }],
      ...skip(page),
    }),
  ]);
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

const callbackInclude = {
  site: siteRef,
  order: { select: { orderNo: true } },
  _count: { select: { attempts: true } },
} as const;
type CallbackRow = Prisma.CallbackGetPayload<{ include: typeof callbackInclude }>;

const callbackView = (row: Omit<CallbackRow, "bodySealed">) => ({
  id: row.id,
  site: row.site,
  order_no: row.order.orderNo,
  event: callbackEvents.find((event) => event === row.event) ?? ("order.fulfilled" as const),
  status: row.status,
  attempts: row._count.attempts,
  last_error: row.lastError,
  next_attempt_at: row.status === "pending" ? toTimeOrNull(row.nextAttemptAt) : null,
  delivered_at: toTimeOrNull(row.deliveredAt),
  created_at: toTime(row.createdAt),
});

export async function listCallbacks({
  site_id,
  status,
  order_no,
  ...page
}: Page & {
  site_id?: number | undefined;
  status?: "pending" | "delivered" | "failed" | undefined;
  order_no?: string | undefined;
}): Promise<z.infer<typeof callbackList>> {
  const where: Prisma.CallbackWhereInput = {
    ...(site_id ? { siteId: site_id } : {}),
    ...(status ? { status } : {}),
    ...(order_no ? { order: { orderNo: order_no } } : {}),
  };
  const [total, rows] = await Promise.all([
    db().callback.count({ where }),
    db().callback.findMany({ where, include: callbackInclude, orderBy: { id: "desc" }, ...skip(page) }),
  ]);
  return { callbacks: rows.map(callbackView), total, ...page };
}

/** With every attempt. The body holds keys: only its hash is shown, for comparing with the agent's log. */
export async function getCallback(callbackId: number): Promise<z.infer<typeof callbackDetail>> {
  const row = await db().callback.findUnique({
    where: { id: callbackId },
    omit: { bodySealed: false },
    include: { ...callbackInclude, attempts: { orderBy: { attemptNo: "asc" } } },
  });
  if (!row) throw notFound("callback");
  return {
    ...callbackView(row),
    body_hash: sha256Hex(openCallbackBody(row.orderEventId, row.bodySealed)),
    attempt_rows: row.attempts.map((attempt) => ({
      attempt_no: attempt.attemptNo,
      http_status: attempt.httpStatus,
      latency_ms: attempt.latencyMs,
      error: attempt.error,
      answer: attempt.responseExcerpt,
      created_at: toTime(attempt.createdAt),
    })),
  };
}
