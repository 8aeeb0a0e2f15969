import type { Tx } from "../../db/transaction";
import { revokeDelivery } from "../../fulfillment/hand-over";
import { moveStock } from "../../stock/count-stock";
import type { StockMove } from "../../stock/sql/reservations";
import { releaseItem } from "../deliver-items";
import { moveFulfillment } from "../move-fulfillment";

interface Withdrawal {
  orderId: number;
  /** The one item that is paid back; null when the refund is of the whole order. */
  itemId: number | null;
  /** Whether nothing of the order remains to be paid back. */
  isFull: boolean;
  keys: "keep" | "withdraw";
}

/**
 * Takes back what was not handed over yet, and marks what was as revoked unless the buyer keeps it. What `keys` says is said
 * of the items that this refund is for: an item that was paid back alone keeps what was decided then, and the refund of an
 * item withdraws no other.
 */
export async function revokeItems(tx: Tx, { orderId, itemId, isFull, keys }: Withdrawal): Promise<void> {
  const items = await tx.orderItem.findMany({
    where: isFull || itemId === null ? { orderId } : { orderId, id: itemId },
    orderBy: { skuId: "asc" },
    include: { fulfillment: true, refund: { select: { id: true } } },
  });
  const moves: StockMove[] = [];
  for (const item of items) {
    const from = item.fulfillment?.status;
    if (from === "revoked") continue;
    const isMeant = itemId === null ? item.refund === null : item.id === itemId;
    if (from === "ready" && (keys === "keep" || !isMeant)) continue;
    if (from === "pending" || from === "held" || from === "processing")
      moves.push(await releaseItem(tx, item));
    await moveFulfillment(tx, item, "revoked");
    if (item.fulfillment) await revokeDelivery(tx, { ...item, fulfillmentId: item.fulfillment.id });
  }
  // The counters last, as everywhere: a payment that renews a license holds the license's row when it moves them.
  await moveStock(tx, moves);
}
