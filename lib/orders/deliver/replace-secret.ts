import { spendMoneyLimit } from "../../accounts/staff/roles/money-limit";
import { type AdminActor, actorName, type ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { findSaleRule } from "../../catalogue/sale-rule";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { inTransaction, type Tx } from "../../db/transaction";
import { sealDelivery } from "../../fulfillment/delivered-content";
import { enqueue } from "../../jobs/enqueue";
import { raiseAlert } from "../../notifications/alerts/raise-alert";
import { claimGivenSecret } from "../../stock/claim-given-secret";
import { claimSecrets } from "../../stock/claim-secrets";
import { moveStock } from "../../stock/count-stock";
import { sellSecrets } from "../../stock/sql/reservations";
import { settleProblem } from "../buyer/open-problem";
import { lockOrder } from "../mark-order-paid";
import { recordEvent } from "../record-event";

interface Command {
  actor: AdminActor;
  client: ClientInfo;
  orderNo: string;
}

/** Runs `change` on the locked order, and tells buyer and agent site. */
async function replace(
  { actor, client, orderNo }: Command,
  reason: string,
  change: (tx: Tx, orderId: number) => Promise<{ item: number }>,
): Promise<void> {
  await inTransaction(async (tx) => {
    const order = await tx.order.findUnique({ where: { orderNo }, select: { id: true } });
    if (!order) throw notFound("order");
    await lockOrder(tx, order.id);
    const { item } = await change(tx, order.id);
    const data = { item, reason };
    await recordEvent(tx, {
      orderId: order.id,
      kind: "secret_replaced",
      actor: actorName(actor),
      data: { ...data, ...(await settleProblem(tx, orderNo)) },
    });
    await enqueue(tx, "order.secret_changed", { orderId: order.id });
    await recordAudit(tx, actor, client, {
      action: "order.replace_secret",
      target: `order:${orderNo}`,
      data,
    });
  });
}

function requireReady(status: string): void {
  if (status !== "ready") throw new AppError("state_conflict", "only_delivered_replace");
}

/** Each unit may be replaced once without a limit; what goes beyond that is given away, counts as money, and owners learn of it. */
async function countReplacement(
  tx: Tx,
  { actor, orderNo }: Command,
  sold: { fulfillmentId: number; quantity: number; unitPriceCents: bigint },
): Promise<void> {
  const { fulfillmentId, quantity } = sold;
  const count = await tx.fulfillmentSecret.count({ where: { fulfillmentId, replacedAt: { not: null } } });
  if (count <= quantity) return;
  await spendMoneyLimit(tx, actor, sold.unitPriceCents);
  await raiseAlert(tx, {
    kind: "staff.replaces_often",
    data: { staff: actor.email, orderNo, count },
    reference: orderNo,
  });
}

interface Replacement {
  secretId: number;
  /** The key that takes its place; absent: the next one from stock. */
  content?: string | undefined;
  reason: string;
}

/**
 * Gives the buyer the next secret from stock, or the one that is named, for one that does not work. The old one leaves the order and stays sold to
 * nobody else; its row keeps that it was handed over. Named by its id, it is replaced once, however often this is sent.
 */
export const replaceSecret = (command: Command, { secretId, content, reason }: Replacement) =>
  replace(command, reason, async (tx, orderId) => {
    const row = await tx.fulfillmentSecret.findFirst({
      where: { secretId, fulfillment: { orderItem: { orderId } } },
      include: { fulfillment: { include: { orderItem: true } } },
    });
    if (!row) throw new AppError("malformed", "not_a_key_of_order", { field: "secret_id" });
    const { status, orderItem: item } = row.fulfillment;
    requireReady(status);
    if (row.replacedAt) throw new AppError("state_conflict", "key_replaced");
    await tx.fulfillmentSecret.update({ where: { id: row.id }, data: { replacedAt: now() } });
    const { id: orderItemId, skuId, pick } = item;
    const { fulfillmentId } = row;
    const { quantity, unitPriceCents } = item;
    await countReplacement(tx, command, { fulfillmentId, quantity, unitPriceCents });
    if (content === undefined) {
      const sale = await findSaleRule(tx, skuId);
      if (!(await claimSecrets(tx, { skuId, orderItemId, quantity: 1, sale, pick })))
        throw new AppError("insufficient_stock", "no_free_key");
    } else {
      const { staffId } = command.actor;
      const note = command.orderNo;
      if (!(await claimGivenSecret(tx, { skuId, orderItemId, content, staffId, note })))
        throw new AppError("state_conflict", "key_not_free", { field: "content" });
    }
    await sellSecrets(tx, item.id, row.fulfillmentId);
    await moveStock(tx, [{ skuId: item.skuId, available: -1, sold: 1 }]);
    return { item: item.position };
  });

/** The same for what was not a key of the stock: a text, what an operator wrote, what a main site sent. */
export const replaceContent = (
  command: Command,
  { item: position, content, reason }: { item: number; content: string; reason: string },
) =>
  replace(command, reason, async (tx, orderId) => {
    const item = await tx.orderItem.findFirst({
      where: { orderId, position },
      include: { fulfillment: { omit: { contentSealed: false } } },
    });
    if (!item?.fulfillment) throw notFound("order_item");
    const { id, status, contentSealed } = item.fulfillment;
    requireReady(status);
    if (!contentSealed) throw new AppError("state_conflict", "keys_from_stock");
    await tx.fulfillment.update({ where: { id }, data: { contentSealed: sealDelivery(id, content) } });
    return { item: position };
  });
