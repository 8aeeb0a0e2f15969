import type { z } from "zod";
import { sha256Hex } from "../../../core/crypto";
import { notFound } from "../../../core/errors";
import { countLimit, deepPage, deepSlice } from "../../../core/paging";
import { toldOrNull } from "../../../core/refusals/told";
import { toTime, toTimeOrNull } from "../../../core/wire";
import { db } from "../../../db/client";
import { createdBetween } from "../../../db/filters";
import type { Prisma } from "../../../db/generated/client";
import { maskedBody } from "../../masked-body";
import { openCallbackBody } from "../queue-callbacks";
import { callbackEvents } from "../schema";
import {
  type CallbackQuery,
  type callbackDetail,
  type callbackList,
  type RequestLogQuery,
  type requestLog,
  requestRow,
} from "./log-schema";

const siteRef = { select: { id: true, name: true } } as const;
/** Number of an agent's calls that the specification's admin shows. */
const shownRequests = 30;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function whichRequests(text: string | undefined): Prisma.RequestLogWhereInput {
  const search = text?.trim();
  if (!search) return {};
  return uuid.test(search)
    ? { requestId: search.toLowerCase() }
    : { OR: [{ orderNo: search }, { downstreamOrderNo: search }] };
}

/** C48: the last 30 calls of an agent, or of everybody, unknown keys included; with `before`, the 30 older ones. */
export async function listRequests({
  site_id,
  result,
  search,
  from,
  to,
  before,
}: RequestLogQuery): Promise<z.infer<typeof requestLog>> {
  const rows = await db().requestLog.findMany({
    where: {
      ...(site_id ? { siteId: site_id } : {}),
      ...(result ? { httpStatus: result === "accepted" ? 200 : { not: 200 } } : {}),
      ...(before ? { id: { lt: before } } : {}),
      ...createdBetween({ from, to }),
      ...whichRequests(search),
    },
    include: { site: siteRef },
    orderBy: { id: "desc" },
    take: shownRequests + 1,
  });
  const shown = rows.slice(0, shownRequests);
  return {
    requests: shown.map((row) => ({
      id: Number(row.id),
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
      order_no: row.orderNo,
      downstream_order_no: row.downstreamOrderNo,
      details: requestRow.shape.details.catch(null).parse(row.details),
      created_at: toTime(row.createdAt),
    })),
    older: rows.length > shownRequests ? Number(shown.at(-1)?.id) : null,
  };
}

const callbackInclude = {
  site: siteRef,
  order: { select: { orderNo: true } },
  // Prisma's own count would read the attempts of every callback that there ever was.
  attempts: { select: { id: true } },
} as const;
type CallbackRow = Prisma.CallbackGetPayload<{ include: typeof callbackInclude }>;

const callbackView = (
  row: Omit<CallbackRow, "bodySealed" | "attempts"> & { attempts: readonly { id: number }[] },
) => ({
  id: row.id,
  site: row.site,
  order_no: row.order.orderNo,
  event: callbackEvents.find((event) => event === row.event) ?? ("order.fulfilled" as const),
  status: row.status,
  attempts: row.attempts.length,
  ...toldOrNull("last_error", row.lastError),
  next_attempt_at: row.status === "pending" ? toTimeOrNull(row.nextAttemptAt) : null,
  delivered_at: toTimeOrNull(row.deliveredAt),
  created_at: toTime(row.createdAt),
});

export function callbackFilter({
  site_id,
  status,
  event,
  search,
  order_no,
  from,
  to,
}: Omit<CallbackQuery, "page" | "per_page">): Prisma.CallbackWhereInput {
  const text = search?.trim() || order_no;
  return {
    ...(site_id ? { siteId: site_id } : {}),
    ...(status ? { status } : {}),
    ...(event ? { event } : {}),
    ...(text ? { order: { OR: [{ orderNo: text }, { siteOrder: { downstreamOrderNo: text } }] } } : {}),
    ...createdBetween({ from, to }),
  };
}

export async function listCallbacks(page: CallbackQuery): Promise<z.infer<typeof callbackList>> {
  const where = callbackFilter(page);
  const [counted, rows] = await Promise.all([
    db().callback.count({ where, ...countLimit }),
    db().callback.findMany({
      where,
      include: callbackInclude,
      orderBy: { id: "desc" },
      ...deepSlice(page),
    }),
  ]);
  return { callbacks: rows.map(callbackView), ...deepPage(page, counted) };
}

/** The same rows a piece after the other, oldest first. */
export const callbackReader = (query: CallbackQuery) => async (after: number, take: number) =>
  (
    await db().callback.findMany({
      where: { AND: [callbackFilter(query), { id: { gt: after } }] },
      include: callbackInclude,
      orderBy: { id: "asc" },
      take,
    })
  ).map(callbackView);

/** With every attempt. The body holds keys: it is masked, and its hash is for comparing with the agent's log. */
export async function getCallback(callbackId: number): Promise<z.infer<typeof callbackDetail>> {
  const row = await db().callback.findUnique({
    where: { id: callbackId },
    omit: { bodySealed: false },
    include: {
      ...callbackInclude,
      site: { select: { id: true, name: true, callbackUrl: true, apiKey: true } },
      attempts: { orderBy: { attemptNo: "asc" } },
    },
  });
  if (!row) throw notFound("callback");
  const body = openCallbackBody(row.orderEventId, row.bodySealed);
  return {
    ...callbackView(row),
    url: row.site.callbackUrl,
    api_key: row.site.apiKey,
    body_hash: sha256Hex(body),
    body: maskedBody(new TextEncoder().encode(body)),
    attempt_rows: row.attempts.map((attempt) => ({
      attempt_no: attempt.attemptNo,
      nonce: attempt.nonce,
      http_status: attempt.httpStatus,
      latency_ms: attempt.latencyMs,
      ...toldOrNull("error", attempt.error),
      answer: attempt.responseExcerpt,
      created_at: toTime(attempt.createdAt),
    })),
  };
}
