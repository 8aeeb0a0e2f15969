import { addSeconds, now } from "../../../core/clock";
import type { Tx } from "../../../db/transaction";
import { endAlert } from "../../../notifications/alerts/raise-alert";
import { lateAlertKey } from "./end-requests";
import { moveRequest } from "./move-request";
import { enqueueRequest } from "./request-schedule";
import type { DeliveryRequestStatus } from "./state";

/** The server has another day for a request that is sent again. */
const anotherDaySeconds = 86_400;

/** Sends an open request again at once. @returns false when it is answered or over */
export async function askAgain(
  tx: Tx,
  { id, status }: { id: number; status: DeliveryRequestStatus },
): Promise<boolean> {
  const change = { nextAttemptAt: now(), deadlineAt: addSeconds(now(), anotherDaySeconds) };
  const isSent =
    status === "pending"
      ? (await tx.deliveryRequest.updateMany({ where: { id, status }, data: change })).count > 0
      : await moveRequest(tx, { id }, "pending", change);
  if (!isSent) return false;
  await endAlert(tx, lateAlertKey(id));
  await enqueueRequest(tx, id);
  return true;
}

/** Sends the requests that waited while the order was disputed. */
export async function askAgainForOrder(tx: Tx, orderId: number): Promise<void> {
  const requests = await tx.deliveryRequest.findMany({
    where: { orderItem: { orderId }, status: { in: ["pending", "waiting", "timed_out"] } },
    orderBy: { id: "asc" },
    select: { id: true, status: true },
  });
  for (const request of requests) await askAgain(tx, request);
}
