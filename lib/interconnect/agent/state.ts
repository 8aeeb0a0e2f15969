import { purchaseStatuses } from "./schema";

export type PurchaseStatus = (typeof purchaseStatuses)[number];

/**
 * `created` reserves at the main site while our buyer pays, `paying` reports the payment, `held` waits for the goods.
 * `canceled` comes back when money arrives late, `failed` when the main site delivers after all.
 */
export const purchaseMoves: Record<PurchaseStatus, readonly PurchaseStatus[]> = {
  created: ["paying", "delivered", "failed", "canceled", "superseded"],
  paying: ["held", "delivered", "failed", "superseded", "refunded"],
  held: ["delivered", "failed", "superseded", "refunded"],
  canceled: ["created", "superseded"],
  failed: ["delivered", "superseded", "refunded"],
  delivered: ["refunded"],
  superseded: [],
  refunded: ["superseded"],
};

/** The states from which `to` may be reached: what a conditional update names. */
export const purchaseSources = (to: PurchaseStatus): PurchaseStatus[] =>
  purchaseStatuses.filter((from) => purchaseMoves[from].includes(to));
