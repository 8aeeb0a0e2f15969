import { purchaseStatuses } from "./schema";

export type PurchaseStatus = (typeof purchaseStatuses)[number];

/**
 * `created` reserves at the main site while our buyer pays, `paying` reports the payment, `held` waits for the goods.
 * `canceled` comes back when money arrives late, `failed` when the main site delivers after all, or to be paid once more
 * under the same number: it may have been paid there without our hearing of it.
 */
export const purchaseMoves: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  created: ["paying", "delivered", "failed", "canceled", "superseded"],
  paying: ["held", "delivered", "failed", "superseded", "refunded"],
  held: ["delivered", "failed", "superseded", "refunded"],
  canceled: ["created", "superseded"],
  failed: ["created", "paying", "delivered", "superseded", "refunded"],
  delivered: ["refunded"],
  superseded: [],
  refunded: ["superseded"],
};

/** An item has one purchase in these at most; the database sees to it. */
export const openStatuses = ["created", "paying", "held", "delivered"] as const;

/** The states from which `to` may be reached: what a conditional update names. */
export const purchaseSources = (to: PurchaseStatus): PurchaseStatus[] =>
  purchaseStatuses.filter((from) => purchaseMoves[from].includes(to));
