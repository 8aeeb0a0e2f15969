import { now } from "../../../core/clock";
import { AppError } from "../../../core/errors";
import { note } from "../../../core/refusals/noted";
import { type Problem, refusal } from "../../../core/refusals/refusal";
import { inTransaction, type Tx } from "../../../db/transaction";
import { isUniqueViolation } from "../../../db/unique-violation";
import { movePurchase } from "./move";
import { startPaying } from "./schedule";
import { openStatuses, unfinishedStatuses } from "./state";

/** C62: our number at the main site; a renewed purchase gets the suffix -2, -3 … */
export function purchaseNo(orderNo: string, position: number, round: number): string {
  const base = position === 1 ? orderNo : `${orderNo}.${position}`;
  return round === 1 ? base : `${base}-${round}`;
}

const unavailable = (title: string) => new AppError("insufficient_stock", refusal("unavailable", { title }));

/**
 * Finds the items to buy: one that is delivered, or was paid back, is not bought again when another item of the order
 * is.
 */
async function findItems(tx: Tx, orderId: number) {
  return tx.orderItem.findMany({
    where: {
      orderId,
      source: "upstream",
      NOT: { fulfillment: { is: { status: { in: ["ready", "revoked"] } } } },
    },
    orderBy: { position: "asc" },
    include: {
      order: { select: { orderNo: true } },
      purchases: { select: { status: true } },
    },
  });
}

type Item = Awaited<ReturnType<typeof findItems>>[number];

const open = new Set<string>(openStatuses);

async function insertPurchase(tx: Tx, item: Item): Promise<void> {
  const mapping = await tx.skuMapping.findUnique({
    where: { skuId: item.skuId },
    include: { upstreamSku: true, connection: { select: { status: true, needsRate: true, currency: true } } },
  });
  if (mapping?.connection.status !== "active" || mapping.connection.needsRate) throw unavailable(item.title);
  const round = item.purchases.length + 1;
  await tx.purchase.create({
    data: {
      connectionId: mapping.connectionId,
      currency: mapping.connection.currency,
      orderItemId: item.id,
      upstreamProductId: mapping.upstreamSku.upstreamProductId,
      upstreamSkuId: mapping.upstreamSku.upstreamSkuId,
      quantity: item.quantity,
      downstreamOrderNo: purchaseNo(item.order.orderNo, item.position, round),
      createdAt: now(),
    },
  });
}

/**
 * A purchase for every upstream item of the order that is still to be delivered and has none open. Two callers at once make one: the index on open
 * purchases refuses the second. @throws AppError `insufficient_stock` when an item is mapped to nothing any more.
 */
export async function preparePurchases(orderId: number): Promise<{ id: number }[]> {
  try {
    return await inTransaction(async (tx) => {
      for (const item of await findItems(tx, orderId)) {
        if (item.purchases.some(({ status }) => open.has(status))) continue;
        await insertPurchase(tx, item);
      }
      return findOpen(tx, orderId);
    });
  } catch (error) {
    if (isUniqueViolation(error, "purchases_")) return inTransaction((tx) => findOpen(tx, orderId));
    throw error;
  }
}

const findOpen = (tx: Tx, orderId: number) =>
  tx.purchase.findMany({
    where: { orderItem: { orderId }, status: { in: [...unfinishedStatuses] } },
    orderBy: { id: "asc" },
    select: { id: true },
  });

const maxRounds = 5;

/** The former purchase is over; a fresh one takes its place and is paid at once. @returns null when there were too many already. */
export async function reorderPurchase(
  tx: Tx,
  purchase: { id: number; orderItemId: number; connectionId: number },
  reason: Problem,
): Promise<number | null> {
  const item = await tx.orderItem.findUniqueOrThrow({
    where: { id: purchase.orderItemId },
    include: { order: { select: { orderNo: true } }, purchases: { select: { status: true } } },
  });
  if (item.purchases.length >= maxRounds) return null;
  if (!(await movePurchase(tx, purchase.id, "superseded", { lastError: note(reason) }))) return null;
  await insertPurchase(tx, item);
  const fresh = await tx.purchase.findFirstOrThrow({
    where: { orderItemId: item.id, status: "created" },
    orderBy: { id: "desc" },
    select: { id: true, connectionId: true },
  });
  await startPaying(tx, fresh);
  return fresh.id;
}
