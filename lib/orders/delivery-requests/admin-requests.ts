import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { open } from "../../core/crypto";
import { AppError, notFound } from "../../core/errors";
import { pageSlice } from "../../core/paging";
import { toldOrNull } from "../../core/refusals/told";
import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { createdBetween } from "../../db/filters";
import type { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { askAgain } from "../../fulfillment/kinds/dynamic/ask-again";
import { attemptAad, openBody } from "../../fulfillment/kinds/dynamic/request-body";
import type { DeliveryRequestList, DeliveryRequestQuery } from "../../fulfillment/kinds/dynamic/schema";

const shownAttempts = 5;

/** Ahead of the requests: a condition on their order beside one on themselves would read all of them. */
async function itemIdsOf(orderNo: string): Promise<number[]> {
  const items = { select: { id: true } };
  const order = await db().order.findUnique({ where: { orderNo }, select: { items } });
  return order?.items.map(({ id }) => id) ?? [];
}

async function requestFilter({
  status,
  search,
  ...time
}: DeliveryRequestQuery): Promise<Prisma.DeliveryRequestWhereInput> {
  return {
    ...(status ? { status } : {}),
    ...createdBetween(time),
    ...(search
      ? { OR: [{ publicId: search }, { orderItemId: { in: await itemIdsOf(search.toUpperCase()) } }] }
      : {}),
  };
}

const itemRef = { select: { title: true, order: { select: { orderNo: true } } } } as const;

const toRequestRow = (
  row: Prisma.DeliveryRequestGetPayload<{
    include: { orderItem: typeof itemRef };
    omit: { bodySealed: true };
  }>,
) => ({
  id: row.id,
  request_id: row.publicId,
  order_no: row.orderItem.order.orderNo,
  sku_id: row.skuId,
  title: row.orderItem.title,
  status: row.status,
  attempt_count: row.attemptCount,
  next_attempt_at: toTimeOrNull(row.nextAttemptAt),
  deadline_at: toTime(row.deadlineAt),
  ...toldOrNull("last_error", row.lastError),
  created_at: toTime(row.createdAt),
});

/** Reads the same list on, by ascending id; without bodies and answers, which may hold what was sold. */
export async function requestReader(query: DeliveryRequestQuery) {
  const where = await requestFilter(query);
  return async (after: number, take: number) =>
    (
      await db().deliveryRequest.findMany({
        where: { AND: [where, { id: { gt: after } }] },
        orderBy: { id: "asc" },
        take,
        include: { orderItem: itemRef },
      })
    ).map(toRequestRow);
}

export async function listRequests(query: DeliveryRequestQuery): Promise<DeliveryRequestList> {
  const where = await requestFilter(query);
  const [total, rows] = await Promise.all([
    db().deliveryRequest.count({ where }),
    db().deliveryRequest.findMany({
      where,
      orderBy: { id: "desc" },
      ...pageSlice(query),
      omit: { bodySealed: false },
      include: {
        orderItem: itemRef,
        attempts: { orderBy: { id: "desc" }, take: shownAttempts, omit: { answerSealed: false } },
      },
    }),
  ]);
  return {
    requests: rows.map((row) => ({
      ...toRequestRow(row),
      body: openBody(row.publicId, row.bodySealed),
      attempts: row.attempts.map((attempt) => ({
        http_status: attempt.httpStatus,
        latency_ms: attempt.latencyMs,
        ...toldOrNull("error", attempt.error),
        answer: attempt.answerSealed && open(attempt.answerSealed, attemptAad(attempt.id)),
        created_at: toTime(attempt.createdAt),
      })),
    })),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}

/** Sends a request again at once, also one that timed out: it has another day then. @throws AppError `not_found`, `state_conflict` */
export const retryRequest = (actor: AdminActor, client: ClientInfo, id: number): Promise<{ id: number }> =>
  inTransaction(async (tx) => {
    const row = await tx.deliveryRequest.findUnique({ where: { id } });
    if (!row) throw notFound("delivery_request");
    if (!(await askAgain(tx, row))) throw new AppError("state_conflict", "item_finished");
    await recordAudit(tx, actor, client, {
      action: "delivery_request.retry",
      target: `delivery_request:${id}`,
    });
    return { id };
  });
