import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, isAppError } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { deliverItems } from "../../orders/deliver-items";
import { lockOrder } from "../../orders/mark-order-paid";
import { recordEvent } from "../../orders/record-event";
import { bookOnAccount, payFromDeposit } from "./settle-site-order";
import { findSitesWithHeldOrders } from "./sql/sites";

export type ReleaseResult = "released" | "not_held" | "deposit_short" | "out_of_stock";

interface Release {
  orderId: number;
  fromDeposit: boolean;
  by: { actor: AdminActor; client: ClientInfo } | "deposit";
}

async function releaseOne(tx: Tx, { orderId, fromDeposit, by }: Release): Promise<ReleaseResult> {
  await lockOrder(tx, orderId);
  const order = await tx.order.findUniqueOrThrow({ where: { id: orderId }, include: { siteOrder: true } });
  const { orderNo, siteId, amountCents, siteOrder } = order;
  if (order.fulfillmentStatus !== "held" || siteId === null || !siteOrder) return "not_held";
  const settlement = { siteId, orderNo, amountCents };
  if (siteOrder.settlementMode === "prepaid" && fromDeposit) {
    if (!(await payFromDeposit(tx, settlement))) return "deposit_short";
  } else {
    await bookOnAccount(tx, settlement);
  }
  await tx.siteOrder.update({
    where: { orderId },
    data: { releasedAt: now(), releasedById: by === "deposit" ? null : by.actor.staffId },
  });
  const name = by === "deposit" ? "system" : actorName(by.actor);
  await recordEvent(tx, { orderId, kind: "released", actor: name });
  const status = await deliverItems(tx, orderId, name);
  if (status === "failed") throw new AppError("insufficient_stock", "stock_sold");
  await enqueue(tx, "order.released", { orderId });
  if (by !== "deposit") {
    await recordAudit(tx, by.actor, by.client, {
      action: "site_order.release",
      target: `order:${orderNo}`,
      data: { fromDeposit },
    });
  }
  return "released";
}

/** Each order in a transaction of its own: one that cannot be released must not keep back the others. */
async function release(request: Release): Promise<ReleaseResult> {
  try {
    return await inTransaction((tx) => releaseOne(tx, request));
  } catch (error) {
    if (isAppError(error, "insufficient_stock")) return "out_of_stock";
    throw error;
  }
}

/** C46: after reconciliation the operator lets held orders go, singly or in bulk; each sends `order.fulfilled` once. */
export async function releaseHeldOrders(
  actor: AdminActor,
  client: ClientInfo,
  { orderNos, fromDeposit }: { orderNos: readonly string[]; fromDeposit: boolean },
): Promise<{ order_no: string; result: ReleaseResult }[]> {
  const rows = await db().order.findMany({
    where: { orderNo: { in: [...new Set(orderNos)] }, buyerKind: "site" },
    select: { id: true, orderNo: true },
  });
  const ids = new Map(rows.map((row) => [row.orderNo, row.id]));
  const results: { order_no: string; result: ReleaseResult }[] = [];
  for (const orderNo of new Set(orderNos)) {
    const orderId = ids.get(orderNo);
    const result =
      orderId === undefined ? "not_held" : await release({ orderId, fromDeposit, by: { actor, client } });
    results.push({ order_no: orderNo, result });
  }
  return results;
}

/** For orders that a top-up missed: reported in the same moment, left by a process that ended, covered by a refund. */
export async function sweepDeposits(): Promise<void> {
  for (const siteId of await findSitesWithHeldOrders()) await releaseByDeposit(siteId);
}

/** Releases the orders that waited for a deposit, oldest first, as far as it covers them. */
export async function releaseByDeposit(siteId: number): Promise<string[]> {
  const waiting = await db().order.findMany({
    where: { siteId, fulfillmentStatus: "held", siteOrder: { settlementMode: "prepaid" } },
    orderBy: [{ paidAt: "asc" }, { id: "asc" }],
    take: 500,
    select: { id: true, orderNo: true },
  });
  const released: string[] = [];
  for (const { id, orderNo } of waiting) {
    const result = await release({ orderId: id, fromDeposit: true, by: "deposit" });
    if (result === "deposit_short") break;
    if (result === "released") released.push(orderNo);
  }
  return released;
}
