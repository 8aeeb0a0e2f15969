import { actorName, type SiteActor } from "../../accounts/actor";
import { AppError, notFound } from "../../core/errors";
import { orderNoPattern } from "../../core/ids";
import { formatMoney } from "../../core/money";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { isUniqueViolation } from "../../db/unique-violation";
import { lockOrder, markOrderPaid } from "../../orders/mark-order-paid";
import { getOrderDetail } from "../../orders/queries";
import type { PaySiteOrder, SiteOrderPaid } from "./schema";
import { bookOnAccount, payFromDeposit } from "./settle-site-order";
import { fulfillmentView } from "./view";

const conflict = (message: string) => new AppError("state_conflict", message);

async function lockSiteOrder(tx: Tx, actor: SiteActor, orderNo: string) {
  const found = await tx.order.findFirst({ where: { orderNo, siteId: actor.siteId }, select: { id: true } });
  if (!found) throw notFound("Order");
  await lockOrder(tx, found.id);
  return tx.order.findUniqueOrThrow({
    where: { id: found.id },
    include: { siteOrder: true, site: { select: { settlementMode: true } } },
  });
}

type LockedOrder = Awaited<ReturnType<typeof lockSiteOrder>>;

/** Rule 1 of the specification, and C45: what is over stays over. */
function refuseFinished({ fulfillmentStatus, paymentStatus, status }: LockedOrder): void {
  if (status === "canceled") throw conflict("This order was canceled");
  if (paymentStatus === "refunded" || fulfillmentStatus === "revoked")
    throw conflict("This order was refunded");
  if (fulfillmentStatus === "ready") throw conflict("This order is delivered already");
}

/** Paid, and not delivered yet: the same payment again is the same answer, another one is a conflict. */
function isRepeat(order: LockedOrder, paymentId: string): boolean {
  if (order.paymentStatus === "unpaid") return false;
  if (order.siteOrder?.downstreamPaymentId === paymentId) return true;
  throw conflict("This order is paid already with another payment");
}

async function settle(tx: Tx, order: LockedOrder, actor: SiteActor): Promise<{ isHeld: boolean }> {
  const settlement = { siteId: actor.siteId, orderNo: order.orderNo, amountCents: order.amountCents };
  switch (order.site?.settlementMode) {
    case "trust":
      await bookOnAccount(tx, settlement);
      return { isHeld: false };
    case "prepaid":
      return { isHeld: !(await payFromDeposit(tx, settlement)) };
    default:
      return { isHeld: true };
  }
}

async function applyPaid(tx: Tx, actor: SiteActor, orderNo: string, body: PaySiteOrder): Promise<number> {
  const order = await lockSiteOrder(tx, actor, orderNo);
  refuseFinished(order);
  if (body.paid_amount !== order.amountCents) {
    throw new AppError("malformed", `must be ${formatMoney(order.amountCents)}`, { field: "paid_amount" });
  }
  if (isRepeat(order, body.downstream_payment_id)) return order.id;
  const other = await tx.siteOrder.findFirst({
    where: { siteId: actor.siteId, downstreamPaymentId: body.downstream_payment_id },
    select: { orderId: true },
  });
  if (other) throw conflict("downstream_payment_id: belongs to another order");
  await tx.siteOrder.update({
    where: { orderId: order.id },
    data: {
      downstreamPaymentId: body.downstream_payment_id,
      downstreamPaidAt: body.paid_at,
      ...(order.site ? { settlementMode: order.site.settlementMode } : {}),
    },
  });
  const { isHeld } = await settle(tx, order, actor);
  const outcome = await markOrderPaid(tx, order.id, { actor: actorName(actor), isHeld });
  if (outcome !== "applied" && outcome !== "late") throw conflict("This order cannot be paid any more");
  if (outcome === "late") await refuseShort(tx, order.id);
  return order.id;
}

/** A reservation that ran out was made again; when the goods are gone by now, nothing happened at all (C45). */
async function refuseShort(tx: Tx, orderId: number): Promise<void> {
  const short = await tx.fulfilment.count({ where: { orderItem: { orderId }, status: "failed" } });
  if (short > 0) throw new AppError("insufficient_stock", "The reservation ran out and the stock is gone");
}

/**
 * The agent's buyer has paid. Money, state, goods and what follows from them commit together.
 * @throws AppError `not_found`, `malformed`, `state_conflict`, `insufficient_stock`
 */
export async function paySiteOrder(
  actor: SiteActor,
  orderNo: string,
  body: PaySiteOrder,
): Promise<SiteOrderPaid> {
  if (!orderNoPattern.test(orderNo)) throw notFound("Order");
  try {
    const orderId = await inTransaction((tx) => applyPaid(tx, actor, orderNo, body));
    const { status, fulfillment } = await getOrderDetail(db(), orderId);
    return { upstream_order_no: orderNo, status, fulfillment: fulfillmentView(fulfillment) };
  } catch (error) {
    if (isUniqueViolation(error, "site_orders_site_id_downstream_payment_id_key")) {
      throw conflict("downstream_payment_id: belongs to another order");
    }
    throw error;
  }
}
