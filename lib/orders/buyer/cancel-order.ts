import { actorName, type GuestActor, type UserActor } from "../../acts/actor";
import { AppError } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { closeOrder } from "../close-order";
import { getOrderDetail, getOwnOrderId } from "../queries";
import type { OrderDetail } from "../schema";

/** The buyer cancels an unpaid order. Cancelling a canceled one again changes nothing and succeeds. */
export async function cancelOrder(actor: GuestActor | UserActor, orderNo: string): Promise<OrderDetail> {
  const orderId = await getOwnOrderId(actor, orderNo);
  await inTransaction(async (tx) => {
    if (await closeOrder(tx, orderId, "canceled", actorName(actor))) return;
    const { status } = await tx.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
    if (status !== "canceled") throw new AppError("state_conflict", "only_unpaid_cancel");
  });
  return getOrderDetail(db(), orderId);
}
