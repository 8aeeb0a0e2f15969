import { sourcesIn } from "../../../core/shapes/moves";
import type { Prisma } from "../../../db/generated/client";
import type { Tx } from "../../../db/transaction";
import { lockOrder } from "../../../orders/mark-order-paid";
import { lockPurchaseRow } from "../sql/connections";
import { isActive, type PurchaseStatus, purchaseMoves } from "./state";

const mayBeStopped = (status: PurchaseStatus) => status === "created" || isActive(status);

type Change = Omit<Prisma.PurchaseUncheckedUpdateManyInput, "id" | "status">;

/**
 * The only place that writes a purchase's status: one conditional update whose row count decides. `from` narrows the sources
 * of the table. Nothing is due any more once a purchase is not active, and what was asked is answered by the move; what
 * stopped it is over where it ends.
 */
export async function movePurchase(
  tx: Tx,
  id: number,
  to: PurchaseStatus,
  change: Change = {},
  from: readonly PurchaseStatus[] = sourcesIn(purchaseMoves, to),
): Promise<boolean> {
  const allowed = sourcesIn(purchaseMoves, to);
  if (!from.every((status) => allowed.includes(status)))
    throw new Error(`A purchase cannot become ${to} from ${from.join(", ")}`);
  const { count } = await tx.purchase.updateMany({
    where: { id, status: { in: [...from] } },
    data: {
      ...(isActive(to) ? {} : { nextPollAt: null }),
      question: null,
      ...(mayBeStopped(to) ? {} : { stopped: null }),
      ...change,
      status: to,
    },
  });
  return count === 1;
}

export interface LockedPurchase {
  id: number;
  connectionId: number;
  orderItemId: number;
  orderId: number;
  title: string;
  downstreamOrderNo: string;
  upstreamProductId: number;
  upstreamSkuId: number;
  quantity: number;
  /** The main site's, as it was known when the order was placed. */
  currency: string | null;
  status: PurchaseStatus;
  pollCount: number;
  paymentRef: string | null;
  paidAt: Date | null;
  question: string | null;
  stopped: string | null;
  answered: unknown;
  goodsHash: Uint8Array | null;
  takesChange: boolean;
  expireAt: Date | null;
  upstreamOrderNo: string | null;
  amountCents: bigint | null;
  takesRepeats: boolean;
  lastEventAt: Date | null;
  lastSequence: bigint | null;
}

/** The order first, then the purchase: everything that touches both takes them in this order. */
export async function lockPurchase(tx: Tx, purchaseId: number): Promise<LockedPurchase> {
  const found = await tx.purchase.findUniqueOrThrow({
    where: { id: purchaseId },
    select: { orderItem: { select: { orderId: true, title: true } } },
  });
  await lockOrder(tx, found.orderItem.orderId);
  await lockPurchaseRow(tx, purchaseId);
  const row = await tx.purchase.findUniqueOrThrow({ where: { id: purchaseId } });
  return { ...row, orderId: found.orderItem.orderId, title: found.orderItem.title };
}
