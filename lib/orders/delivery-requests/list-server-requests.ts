import { toldOrNull } from "../../core/refusals/told";
import { toTime, toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { awaitedRequestStatuses } from "../../fulfillment/kinds/dynamic/state";
import type { AdminOrderDetail } from "../staff/admin-schema";

/** Lists the requests to the shop's own server for an order, newest first. */
export async function listServerRequests(orderId: number): Promise<AdminOrderDetail["server_requests"]> {
  const requests = await db().deliveryRequest.findMany({
    where: { orderItem: { orderId } },
    orderBy: { id: "desc" },
    select: {
      status: true,
      attemptCount: true,
      lastError: true,
      nextAttemptAt: true,
      deadlineAt: true,
      orderItem: { select: { position: true } },
    },
  });
  return requests.map((request) => ({
    item: request.orderItem.position,
    status: request.status,
    is_awaited: awaitedRequestStatuses.includes(request.status),
    attempts: request.attemptCount,
    ...toldOrNull("last_error", request.lastError),
    next_attempt_at: toTimeOrNull(request.nextAttemptAt),
    deadline_at: toTime(request.deadlineAt),
  }));
}
