import type { z } from "zod";
import { countLimit, deepPage, deepSlice, type PageQuery } from "../../../core/paging";
import { toldOrNull } from "../../../core/refusals/told";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import { createdBetween, likeLiteral } from "../../../db/filters";
import type { Prisma, Purchase } from "../../../db/generated/client";
import { type PurchaseQuery, purchaseQuestions } from "../purchases/schema";
import {
  type CallbackLogQuery,
  type callbackLog,
  callbackResults,
  type purchaseList,
  type purchaseRow,
} from "./schema";

const connectionRef = { select: { id: true, name: true } } as const;

type PurchaseFilter = Omit<PurchaseQuery, "page" | "per_page">;

function purchaseFilter({
  connection_id,
  status,
  search,
  ...time
}: PurchaseFilter): Prisma.PurchaseWhereInput {
  const text = search?.trim();
  return {
    ...(connection_id ? { connectionId: connection_id } : {}),
    ...(status ? { status: status === "held" ? "awaiting_goods" : status } : {}),
    ...createdBetween(time),
    ...(text
      ? {
          OR: [
            { downstreamOrderNo: { startsWith: likeLiteral(text) } },
            { upstreamOrderNo: text },
            { orderItem: { order: { orderNo: text } } },
          ],
        }
      : {}),
  };
}

const purchaseInclude = {
  connection: connectionRef,
  orderItem: { select: { title: true, order: { select: { orderNo: true } } } },
} as const;

/** A failed purchase that may be paid there asks as one does that is still reported. */
const questionOf = ({ question, status, paymentRef }: Purchase) =>
  purchaseQuestions.find((one) => one === question) ??
  (status === "failed" && paymentRef !== null ? "paid" : null);

const purchaseView = (
  row: Prisma.PurchaseGetPayload<{ include: typeof purchaseInclude }>,
): z.infer<typeof purchaseRow> => ({
  id: row.id,
  connection: row.connection,
  order_no: row.orderItem.order.orderNo,
  title: row.orderItem.title,
  quantity: row.quantity,
  downstream_order_no: row.downstreamOrderNo,
  upstream_order_no: row.upstreamOrderNo,
  currency: row.currency,
  amount: row.amountCents === null ? null : toMoney(row.amountCents),
  refunded_amount: toMoney(row.refundedCents),
  status: row.status === "awaiting_goods" ? "held" : row.status,
  question: questionOf(row),
  tries: row.pollCount,
  next_try_at: toTimeOrNull(row.nextPollAt),
  ...toldOrNull("last_error", row.lastError),
  paid_at: toTimeOrNull(row.paidAt),
  delivered_at: toTimeOrNull(row.deliveredAt),
  created_at: toTime(row.createdAt),
});

export async function listPurchases(
  query: PurchaseFilter & PageQuery,
): Promise<z.infer<typeof purchaseList>> {
  const where = purchaseFilter(query);
  const [counted, rows] = await Promise.all([
    db().purchase.count({ where, ...countLimit }),
    db().purchase.findMany({
      where,
      include: purchaseInclude,
      orderBy: { id: "desc" },
      ...deepSlice(query),
    }),
  ]);
  return { purchases: rows.map(purchaseView), ...deepPage(query, counted) };
}

/** The same rows a piece after the other, oldest first. */
export const purchaseReader = (filter: PurchaseFilter) => async (after: number, take: number) =>
  (
    await db().purchase.findMany({
      where: { AND: [purchaseFilter(filter), { id: { gt: after } }] },
      include: purchaseInclude,
      orderBy: { id: "asc" },
      take,
    })
  ).map(purchaseView);

function callbackFilter({
  connection_id,
  result,
  search,
  ...time
}: CallbackLogQuery): Prisma.CallbackLogWhereInput {
  const text = search?.trim();
  return {
    ...(connection_id ? { connectionId: connection_id } : {}),
    ...(result ? { result } : {}),
    ...(text ? { OR: [{ upstreamOrderNo: text }, { downstreamOrderNo: text }, { requestId: text }] } : {}),
    ...createdBetween(time),
  };
}

const toReceived = (
  row: Prisma.CallbackLogGetPayload<{ include: { connection: typeof connectionRef } }>,
) => ({
  id: row.id,
  connection: row.connection,
  claimed_key: row.claimedKey,
  event: row.event,
  upstream_order_no: row.upstreamOrderNo,
  downstream_order_no: row.downstreamOrderNo,
  is_signature_valid: row.isSignatureValid,
  cause: row.cause,
  result: callbackResults.find((result) => result === row.result) ?? "refused",
  body_hash: row.bodyHash,
  body: row.maskedBody,
  http_status: row.httpStatus,
  latency_ms: row.latencyMs,
  request_id: row.requestId,
  ip: row.ip,
  created_at: toTime(row.createdAt),
});

/** Reads the same list on, by ascending id. */
export const receivedReader = (query: CallbackLogQuery) => async (after: number, take: number) =>
  (
    await db().callbackLog.findMany({
      where: { AND: [callbackFilter(query), { id: { gt: after } }] },
      include: { connection: connectionRef },
      orderBy: { id: "asc" },
      take,
    })
  ).map(toReceived);

/** Every callback that came in, valid or not, newest first. */
export async function listReceivedCallbacks(query: CallbackLogQuery): Promise<z.infer<typeof callbackLog>> {
  const where = callbackFilter(query);
  const [counted, rows] = await Promise.all([
    db().callbackLog.count({ where, ...countLimit }),
    db().callbackLog.findMany({
      where,
      include: { connection: connectionRef },
      orderBy: { id: "desc" },
      ...deepSlice(query),
    }),
  ]);
  return {
    callbacks: rows.map(toReceived),
    ...deepPage(query, counted),
  };
}
