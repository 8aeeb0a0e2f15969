import { actorName, type SiteActor } from "../../acts/actor";
import { AppError, notFound } from "../../core/errors";
import { orderNoPattern } from "../../core/ids";
import { formatMoney } from "../../core/money";
import { refusal, type Said } from "../../core/refusals/refusal";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { markOrderPaid } from "../../orders/mark-order-paid";
import { getOrderDetail } from "../../orders/queries";
import { isOversize } from "./refuse-oversize";
import type { PaySiteOrder, SiteOrderPaid } from "./schema";
import { bookOnAccount, payFromDeposit } from "./settle-site-order";
import { keepReportedPayment, type LockedSiteOrder, lockSiteOrder } from "./sql/sites";
import { fulfillmentView } from "./view";

const conflict = (said: Said, field?: string) =>
  new AppError("state_conflict", said, field === undefined ? {} : { field });

async function lockOwnOrder(tx: Tx, actor: SiteActor, orderNo: string): Promise<LockedSiteOrder> {
  const order = await lockSiteOrder(tx, actor.siteId, orderNo);
  if (!order) throw notFound("order");
  return order;
}

/** Rule 1 of the specification, and C45: what is over stays over. */
function refuseFinished({ fulfillmentStatus, paymentStatus, status }: LockedSiteOrder): void {
  if (status === "canceled") throw conflict("order_canceled");
  if (paymentStatus === "refunded" || fulfillmentStatus === "revoked") throw conflict("order_refunded");
  if (fulfillmentStatus === "ready") throw conflict("order_delivered");
}

/** Paid, and not delivered yet: the same payment again is the same answer, another one is a conflict. */
function isRepeat(order: LockedSiteOrder, paymentId: string): boolean {
  if (order.paymentStatus === "unpaid") return false;
  if (order.paymentId === paymentId) return true;
  throw conflict("paid_with_another_payment", "downstream_payment_id");
}

async function settle(tx: Tx, order: LockedSiteOrder, actor: SiteActor): Promise<{ isHeld: boolean }> {
  const settlement = { siteId: actor.siteId, orderNo: order.orderNo, amountCents: order.amountCents };
  switch (order.settlementMode) {
    case "trust":
      await bookOnAccount(tx, settlement);
      return { isHeld: false };
    case "prepaid":
      return { isHeld: !(await payFromDeposit(tx, settlement)) };
    case "hold":
      return { isHeld: true };
  }
}

async function applyPaid(tx: Tx, actor: SiteActor, orderNo: string, body: PaySiteOrder) {
  const order = await lockOwnOrder(tx, actor, orderNo);
  refuseFinished(order);
  if (body.paid_amount !== order.amountCents) {
    throw new AppError("malformed", refusal("must_equal", { amount: formatMoney(order.amountCents) }), {
      field: "paid_amount",
    });
  }
  if (isRepeat(order, body.downstream_payment_id)) return { orderId: order.id, isAgain: true };
  const reported = {
    orderId: order.id,
    paymentId: body.downstream_payment_id,
    paidAt: body.paid_at,
    mode: order.settlementMode,
  };
  // In this order: a deposit that is short goes back to a savepoint.
  const [, { isHeld }] = await Promise.all([keepReportedPayment(tx, reported), settle(tx, order, actor)]);
  const outcome = await markOrderPaid(tx, order, { actor: actorName(actor), isHeld });
  if (outcome !== "applied" && outcome !== "late") throw conflict("order_closed");
  if (outcome === "late") await refuseOtherKeys(tx, order.id);
  return { orderId: order.id, isAgain: false };
}

/**
 * A reservation that ran out was made again; when the goods are gone by now, or the keys of today are longer than an answer,
 * nothing happened at all (C45, C78).
 */
async function refuseOtherKeys(tx: Tx, orderId: number): Promise<void> {
  const short = await tx.fulfillment.count({ where: { orderItem: { orderId }, status: "failed" } });
  if (short > 0 || (await isOversize(tx, orderId)))
    throw new AppError("insufficient_stock", "reservation_expired");
}

/**
 * The agent's buyer has paid. Money, state, goods and what follows from them commit together.
 * @throws AppError `not_found`, `malformed`, `state_conflict`, `insufficient_stock`
 */
export async function paySiteOrder(
  actor: SiteActor,
  orderNo: string,
  body: PaySiteOrder,
  noteRepeat?: () => void,
): Promise<SiteOrderPaid> {
  if (!orderNoPattern.test(orderNo)) throw notFound("order");
  try {
    const { orderId, isAgain } = await inTransaction((tx) => applyPaid(tx, actor, orderNo, body));
    if (isAgain) noteRepeat?.();
    const order = await getOrderDetail(db(), orderId);
    return { upstream_order_no: orderNo, status: order.status, fulfillment: fulfillmentView(order) };
  } catch (error) {
    if (isUniqueViolation(error, "site_orders_site_id_downstream_payment_id_key")) {
      throw conflict("payment_of_another_order", "downstream_payment_id");
    }
    throw error;
  }
}
