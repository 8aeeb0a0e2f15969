import type { z } from "zod";
import { notFound } from "../../../core/errors";
import { countLimit, deepPage, deepSlice, type PageQuery } from "../../../core/paging";
import { toldOrNull } from "../../../core/refusals/told";
import { toMoney, toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import { createdBetween, likeLiteral } from "../../../db/filters";
import type { Prisma, Purchase } from "../../../db/generated/client";
import {
  type OpenPurchases,
  type PurchaseQuery,
  type purchaseList,
  purchaseQuestions,
  type purchaseRow,
} from "../purchases/schema";
import { activeStatuses, isActive } from "../purchases/state";
import { answeredOf } from "../purchases/terms";
import { type CallbackLogQuery, type callbackLog, callbackResults } from "./schema";

const connectionRef = { select: { id: true, name: true } } as const;

type PurchaseFilter = Omit<PurchaseQuery, "page" | "per_page">;

/** C167: our money is there and the goods are not here, or a person is asked. */
const isOpen: Prisma.PurchaseWhereInput = {
  OR: [{ status: { in: [...activeStatuses] } }, { question: { not: null } }, { stopped: { not: null } }],
};

/** Longer than any end of a number, and above each letter that stands in one. */
const highestEnd = "Z".repeat(40);

/**
 * Purchases by the beginning of our number, which is the order's own with what follows, or by the whole of theirs. Written so that
 * both are read by an index: the beginning as a range beside the pattern, their number with each main site.
 */
async function searchFilter(text: string): Promise<Prisma.PurchaseWhereInput> {
  const connections = await db().connection.findMany({ select: { id: true } });
  return {
    OR: [
      { downstreamOrderNo: { startsWith: likeLiteral(text), gte: text, lte: text + highestEnd } },
      { upstreamOrderNo: text, connectionId: { in: connections.map(({ id }) => id) } },
    ],
  };
}

async function purchaseFilter({
  connection_id,
  status,
  open,
  search,
  ...time
}: PurchaseFilter): Promise<Prisma.PurchaseWhereInput> {
  const text = search?.trim();
  return {
    ...(connection_id ? { connectionId: connection_id } : {}),
    ...(status ? { status: status === "held" ? "awaiting_goods" : status } : {}),
    ...(open === undefined ? {} : open === "true" ? { AND: [isOpen] } : { NOT: isOpen }),
    ...createdBetween(time),
    ...(text ? await searchFilter(text) : {}),
  };
}

const purchaseInclude = {
  connection: connectionRef,
  orderItem: { select: { title: true, order: { select: { orderNo: true } } } },
} as const;

/** Names first what stopped it: before that is decided nothing else is asked. */
const questionOf = ({ question, stopped }: Purchase) =>
  purchaseQuestions.find((one) => one === (stopped ?? question)) ?? null;

function answeredView(row: Purchase): z.infer<typeof purchaseRow>["answered"] {
  const told = answeredOf(row.answered);
  if (told === null) return null;
  const { upstream_order_no = null, amount = null, currency = null, state = null, units = null } = told;
  return { upstream_order_no, amount, currency, expire_at: told.expire_at ?? null, state, units };
}

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
  is_open: isActive(row.status) || row.question !== null || row.stopped !== null,
  question: questionOf(row),
  expire_at: toTimeOrNull(row.expireAt),
  answered: answeredView(row),
  tries: row.pollCount,
  next_try_at: toTimeOrNull(row.nextPollAt),
  ...toldOrNull("last_error", row.lastError),
  paid_at: toTimeOrNull(row.paidAt),
  delivered_at: toTimeOrNull(row.deliveredAt),
  created_at: toTime(row.createdAt),
});

/** @throws AppError `not_found` */
export async function getPurchase(id: number): Promise<z.infer<typeof purchaseRow>> {
  const row = await db().purchase.findUnique({ where: { id }, include: purchaseInclude });
  if (!row) throw notFound("purchase");
  return purchaseView(row);
}

/** Finds a purchase by our number for it, as alerts name it. @throws AppError `not_found` */
export async function findPurchaseId(downstreamOrderNo: string): Promise<number> {
  const row = await db().purchase.findUnique({ where: { downstreamOrderNo }, select: { id: true } });
  if (!row) throw notFound("purchase");
  return row.id;
}

/** C167: the open purchases of a filter, by currency. */
export async function sumOpenPurchases(filter: PurchaseFilter): Promise<OpenPurchases[]> {
  const where = { AND: [await purchaseFilter(filter), isOpen] };
  const asked = { AND: [where, { OR: [{ question: { not: null } }, { stopped: { not: null } }] }] };
  const sums = {
    by: ["currency" as const],
    _count: true as const,
    _sum: { amountCents: true, refundedCents: true } as const,
  };
  const [all, waiting] = await Promise.all([
    db().purchase.groupBy({ ...sums, where, orderBy: { currency: "asc" } }),
    db().purchase.groupBy({ ...sums, where: asked, orderBy: { currency: "asc" } }),
  ]);
  const amountOf = (sum: { amountCents: bigint | null; refundedCents: bigint | null } | undefined) =>
    toMoney((sum?.amountCents ?? 0n) - (sum?.refundedCents ?? 0n));
  return all.map(({ currency, _count, _sum }) => {
    const part = waiting.find((one) => one.currency === currency);
    return {
      currency,
      count: _count,
      amount: amountOf(_sum),
      asked: part?._count ?? 0,
      asked_amount: amountOf(part?._sum),
    };
  });
}

export async function listPurchases(
  query: PurchaseFilter & PageQuery,
): Promise<z.infer<typeof purchaseList>> {
  const where = await purchaseFilter(query);
  const [open, counted, rows] = await Promise.all([
    sumOpenPurchases(query),
    db().purchase.count({ where, ...countLimit }),
    db().purchase.findMany({
      where,
      include: purchaseInclude,
      orderBy: { id: "desc" },
      ...deepSlice(query),
    }),
  ]);
  return { purchases: rows.map(purchaseView), open, ...deepPage(query, counted) };
}

/** The same rows a piece after the other, oldest first. */
export const purchaseReader = (filter: PurchaseFilter) => async (after: number, take: number) =>
  (
    await db().purchase.findMany({
      where: { AND: [await purchaseFilter(filter), { id: { gt: after } }] },
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
