import type { Moves } from "../../../core/shapes/moves";
import type { purchaseStatuses } from "../schema";

export type PurchaseStatus = (typeof purchaseStatuses)[number];

/**
 * `created` reserves at the main site while our buyer pays, `paying` reports the payment, `awaiting_goods` is paid there and
 * waits for the goods. `canceled` comes back when money arrives late, `failed` when the main site delivers after all, or to
 * be paid once more under the same number: it may have been paid there without our hearing of it.
 */
export const purchaseMoves: Moves<PurchaseStatus> = {
  created: ["paying", "delivered", "failed", "canceled", "superseded"],
  paying: ["awaiting_goods", "delivered", "failed", "superseded", "refunded"],
  awaiting_goods: ["delivered", "failed", "superseded", "refunded"],
  canceled: ["created", "superseded"],
  failed: ["created", "paying", "delivered", "superseded", "refunded"],
  delivered: ["refunded"],
  superseded: [],
  refunded: ["superseded"],
};

/** An item has one purchase in these at most; the database sees to it. */
export const openStatuses = ["created", "paying", "awaiting_goods", "delivered"] as const;

/** Our buyer has paid, and the goods are not here: what is paid, polled and swept. */
export const activeStatuses = ["paying", "awaiting_goods"] as const;

/** Ordered and not finished. */
export const unfinishedStatuses = ["created", ...activeStatuses] as const;

export const isActive = (status: PurchaseStatus): boolean =>
  status === "paying" || status === "awaiting_goods";
