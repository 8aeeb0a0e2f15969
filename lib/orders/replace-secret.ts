import { type AdminActor, actorName, type ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { AppError, notFound } from "../core/errors";
import { inTransaction, type Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { claimSecrets, sellSecrets } from "../stock/claim-secrets";
import { moveStock } from "../stock/count-stock";
import { sealDelivery } from "./deliver-items";
import { lockOrder } from "./mark-order-paid";
import { recordEvent } from "./record-event";

export interface Replacement {
  orderNo: string;
  /** Position within the order. */
  item: number;
  /** Which of the item's secrets, from 1; ignored where the item is one text. */
  secret: number;
  /** The new content; without it the next secret from stock is taken. */
  content: string | null;
  reason: string;
}

/** The delivered secret leaves the order and stays sold to nobody else; its row keeps that it was handed over. */
async function retire(tx: Tx, fulfilmentId: number, position: number): Promise<void> {
  const rows = await tx.fulfilmentSecret.findMany({
    where: { fulfilmentId, replacedAt: null },
    orderBy: { id: "asc" },
  });
  const row = rows[position - 1];
  if (!row) throw new AppError("malformed", `must be between 1 and ${rows.length}`, { field: "secret" });
  await tx.fulfilmentSecret.update({ where: { id: row.id }, data: { replacedAt: now() } });
}

/** Gives the buyer another key for one that does not work, and tells buyer and agent site. */
export async function replaceSecret(
  actor: AdminActor,
  client: ClientInfo,
  request: Replacement,
): Promise<void> {
  await inTransaction(async (tx) => {
    const item = await tx.orderItem.findFirst({
      where: { position: request.item, order: { orderNo: request.orderNo } },
      include: { fulfilment: { omit: { contentSealed: false } } },
    });
    const fulfilment = item?.fulfilment;
    if (!item || !fulfilment) throw notFound("Order item");
    await lockOrder(tx, item.orderId);
    if (fulfilment.status !== "ready")
      throw new AppError("state_conflict", "Only a delivered item can get another secret");
    if (fulfilment.contentSealed || request.content !== null) {
      if (request.content === null)
        throw new AppError("malformed", "is required for this product", { field: "content" });
      if (!fulfilment.contentSealed)
        throw new AppError(
          "state_conflict",
          "This item's secrets come from the stock: leave the content out",
        );
      await tx.fulfilment.update({
        where: { id: fulfilment.id },
        data: { contentSealed: sealDelivery(fulfilment.id, request.content) },
      });
    } else {
      await retire(tx, fulfilment.id, request.secret);
      const claimed = await claimSecrets(tx, { skuId: item.skuId, orderItemId: item.id, quantity: 1 });
      if (!claimed)
        throw new AppError("insufficient_stock", "There is no free secret left to replace it with");
      await sellSecrets(tx, item.id, fulfilment.id);
      await moveStock(tx, [{ skuId: item.skuId, available: -1, sold: 1 }]);
    }
    const data = { item: request.item, reason: request.reason };
    await recordEvent(tx, { orderId: item.orderId, kind: "secret_replaced", actor: actorName(actor), data });
    await enqueue(tx, "order.secret_changed", { orderId: item.orderId });
    await recordAudit(tx, actor, client, {
      action: "order.replace_secret",
      target: `order:${request.orderNo}`,
      data,
    });
  });
}
