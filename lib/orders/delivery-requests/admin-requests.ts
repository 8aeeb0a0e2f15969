import type { AdminActor, ClientInfo } from "../../accounts/actor";
import { recordAudit } from "../../accounts/record-audit";
import { open } from "../../core/crypto";
import { AppError, notFound } from "../../core/errors";
import { pageSlice } from "../../core/paging";
import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { createdBetween } from "../../db/created-between";
import type { Prisma } from "../../db/generated/client";
import { inTransaction } from "../../db/transaction";
import { attemptPlace, openBody } from "../../fulfillment/kinds/dynamic/request-body";
import type { DeliveryRequestList, DeliveryRequestQuery } from "../../fulfillment/kinds/dynamic/schema";
import { askAgain } from "./ask-again";

const shownAttempts = 5;

/** Ahead of the requests: a condition on their order beside one on themselves would read all of them. */
async function itemIdsOf(orderNo: string): Promise<number[]> {
  const items = { select: { id: true } };
  const order = await db().order.findUnique({ where: { orderNo }, select: { items } });
  return order?.items.map(({ id }) => id) ?? [];
}

export async function listRequests({
  status,
  search,
  from,
  to,
  ...paging
}: DeliveryRequestQuery): Promise<DeliveryRequestList> {
  const where: Prisma.DeliveryRequestWhereInput = {
    ...(status ? { status } : {}),
    ...createdBetween({ from, to }),
    ...(search
      ? { OR: [{ publicId: search }, { orderItemId: { in: await itemIdsOf(search.toUpperCase()) } }] }
      : {}),
  };
  const [total, rows] = await Promise.all([
    db().deliveryRequest.count({ where }),
    db().deliveryRequest.findMany({
      where,
      orderBy: { id: "desc" },
      ...pageSlice(paging),
      omit: { bodySealed: false },
      include: {
        orderItem: { select: { title: true, order: { select: { orderNo: true } } } },
        attempts: { orderBy: { id: "desc" }, take: shownAttempts, omit: { answerSealed: false } },
      },
    }),
  ]);
  return {
    requests: rows.map((row) => ({
      id: row.id,
      request_id: row.publicId,
      order_no: row.orderItem.order.orderNo,
      sku_id: row.skuId,
      title: row.orderItem.title,
      status: row.status,
      body: openBody(row.publicId, row.bodySealed),
      attempt_count: row.attemptCount,
      next_attempt_at: toTimeOrNull(row.nextAttemptAt),
      deadline_at: toTime(row.deadlineAt),
      last_error: row.lastError,
      attempts: row.attempts.map((attempt) => ({
        http_status: attempt.httpStatus,
        latency_ms: attempt.latencyMs,
        error: attempt.error,
        answer: attempt.answerSealed && open(attempt.answerSealed, attemptPlace(attempt.id)),
        created_at: toTime(attempt.createdAt),
      })),
      created_at: toTime(row.createdAt),
    })),
    total,
    page: paging.page,
    per_page: paging.per_page,
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
