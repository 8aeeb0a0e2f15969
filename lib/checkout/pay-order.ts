import type { ClientInfo, GuestActor, UserActor } from "../acts/actor";
import { AppError } from "../core/errors";
import { refusal } from "../core/refusals/refusal";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { lockOrder, markOrderPaid } from "../orders/mark-order-paid";
import { holdFromBalance } from "../orders/place/create-order";
import { getOrderDetail, getOwnOrderId } from "../orders/queries";
import { getSettings } from "../settings/queries";
import { startPayment } from "./pay/start-payment";
import { type PlacedOrder, withPayment } from "./place-order";

interface PayRequest {
  payment_channel_id?: number | undefined;
  use_balance?: boolean | undefined;
}

/** Takes what the balance covers; when that is all of it, the order is paid and delivered at once. */
async function payFromBalance(actor: UserActor, orderId: number): Promise<void> {
  const { features } = await getSettings();
  if (!features.wallet) throw new AppError("feature_disabled", "wallet_off");
  await inTransaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const { status } = order;
    if (status !== "pending_payment")
      throw new AppError("order_not_payable", refusal("order_status", { status }));
    const { userId } = actor;
    const held =
      order.walletPaidCents > 0n
        ? order.walletPaidCents
        : await holdFromBalance(tx, { orderId, orderNo: order.orderNo, userId }, order.amountCents);
    if (held === order.amountCents)
      await markOrderPaid(tx, { ...order, walletPaidCents: held }, { actor: `user:${userId}` });
  });
}

/** Pays an open order again: from the balance, by another channel, or both. */
export async function payOrder(
  actor: GuestActor | UserActor,
  orderNo: string,
  request: PayRequest,
  client: ClientInfo,
): Promise<PlacedOrder> {
  const orderId = await getOwnOrderId(actor, orderNo);
  if (request.use_balance) {
    if (actor.kind !== "user")
      throw new AppError("malformed", "members_only_balance", { field: "use_balance" });
    await payFromBalance(actor, orderId);
  }
  const order = await getOrderDetail(db(), orderId);
  if (order.payment_status !== "unpaid" && request.use_balance) return order;
  if (order.status !== "pending_payment")
    throw new AppError("order_not_payable", refusal("order_status", { status: order.status }));
  if (!request.payment_channel_id) {
    if (request.use_balance) throw new AppError("insufficient_balance", "insufficient_balance_for_order");
    throw new AppError("malformed", "required", { field: "payment_channel_id" });
  }
  const payment = await startPayment({
    orderId,
    channelId: request.payment_channel_id,
    client,
  });
  return withPayment(order, payment);
}
