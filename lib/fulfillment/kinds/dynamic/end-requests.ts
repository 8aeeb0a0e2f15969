import { sourcesIn } from "../../../core/shapes/moves";
import type { Tx } from "../../../db/transaction";
import { endAlert } from "../../../notifications/alerts/raise-alert";
import { moveRequest } from "./move-request";
import { deliveryRequestMoves } from "./state";

/** The alert that a request's server did not answer in time. */
export const lateAlertKey = (requestId: number) => `order.delivery_late:${requestId}`;

/** The item was delivered or refunded otherwise: nobody waits for its server any more. */
export async function endRequests(tx: Tx, orderItemId: number): Promise<void> {
  const open = await tx.deliveryRequest.findMany({
    where: { orderItemId, status: { in: sourcesIn(deliveryRequestMoves, "ended") } },
    select: { id: true },
  });
  for (const { id } of open) {
    await moveRequest(tx, { id }, "ended");
    await endAlert(tx, lateAlertKey(id));
  }
}
