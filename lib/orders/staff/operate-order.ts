import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { AppError, notFound } from "../../core/errors";
import { inTransaction, type Tx } from "../../db/transaction";
import { settleProblem } from "../buyer/open-problem";
import { closeOrder } from "../close-order";
import { deliverItems } from "../deliver-items";
import { isDeliveryFrozen, isDisputed } from "../disputes";
import { lockOrder } from "../mark-order-paid";
import { recordEvent } from "../record-event";

export async function findOrder(tx: Tx, orderNo: string) {
  const order = await tx.order.findUnique({ where: { orderNo } });
  if (!order) throw notFound("order");
  return order;
}

export interface Command {
  actor: AdminActor;
  client: ClientInfo;
  orderNo: string;
}

export function refuseHeld({ siteId, fulfillmentStatus }: Awaited<ReturnType<typeof findOrder>>): void {
  if (siteId !== null && fulfillmentStatus === "held")
    throw new AppError("state_conflict", "waits_for_settlement");
}

export async function refuseDisputed(tx: Tx, orderId: number): Promise<void> {
  if (await isDisputed(tx, orderId)) throw new AppError("state_conflict", "order_disputed");
}

/** Another try for what failed. An agent site's held order is released where its settlement is known. */
export async function deliverAgain(
  { actor, client, orderNo }: Command,
  { isOneOfMany = false }: { isOneOfMany?: boolean } = {},
): Promise<void> {
  await inTransaction(async (tx) => {
    await lockOrder(tx, (await findOrder(tx, orderNo)).id);
    const order = await findOrder(tx, orderNo);
    if (order.paymentStatus === "unpaid" || order.paymentStatus === "refunded") {
      throw new AppError("state_conflict", "only_paid_deliver");
    }
    refuseHeld(order);
    await refuseDisputed(tx, order.id);
    // After a lost dispute the money is gone: somebody decides about that one order.
    if (isOneOfMany && (await isDeliveryFrozen(tx, order.id)))
      throw new AppError("state_conflict", "order_disputed");
    const status = await deliverItems(tx, order.id, actorName(actor));
    if (status === "failed") throw new AppError("insufficient_stock", "still_no_stock");
    await recordAudit(tx, actor, client, { action: "order.deliver", target: `order:${orderNo}`, data: {} });
  });
}

export async function cancelByOperator({ actor, client, orderNo }: Command): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findOrder(tx, orderNo);
    if (!(await closeOrder(tx, order.id, "canceled", actorName(actor)))) {
      throw new AppError("state_conflict", "only_unpaid_cancel");
    }
    await recordAudit(tx, actor, client, { action: "order.cancel", target: `order:${orderNo}`, data: {} });
  });
}

/** Ends what the buyer reported without a word to them, for a reason that the time line keeps. */
export async function closeProblem({ actor, client, orderNo }: Command, reason: string): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findOrder(tx, orderNo);
    await lockOrder(tx, order.id);
    const { waited_seconds: waited } = await settleProblem(tx, orderNo);
    if (waited === undefined) throw new AppError("state_conflict", "no_open_problem");
    const data = { note: reason };
    await recordEvent(tx, { orderId: order.id, kind: "problem_closed", actor: actorName(actor), data });
    await recordAudit(tx, actor, client, { action: "order.close_problem", target: `order:${orderNo}`, data });
  });
}

export async function addNote({ actor, client, orderNo }: Command, note: string): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await findOrder(tx, orderNo);
    await recordEvent(tx, { orderId: order.id, kind: "note", actor: actorName(actor), data: { note } });
    await recordAudit(tx, actor, client, { action: "order.note", target: `order:${orderNo}`, data: {} });
  });
}
