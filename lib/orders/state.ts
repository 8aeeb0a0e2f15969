import type { Moves } from "../core/shapes/moves";
export const orderStatuses = [
  "pending_payment",
  "paid",
  "delivering",
  "delivered",
  "refunded",
  "canceled",
  "expired",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const buyerKinds = ["guest", "user", "site"] as const;
export type BuyerKind = (typeof buyerKinds)[number];

export const paymentStatuses = ["unpaid", "paid", "partially_refunded", "refunded"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const fulfillmentStatuses = ["pending", "processing", "ready", "held", "failed", "revoked"] as const;
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

/** C20: money. Late money may pay an order that is closed; its `payment_status` is unpaid until then. */
export const paymentMoves: Moves<PaymentStatus> = {
  unpaid: ["paid"],
  paid: ["partially_refunded", "refunded"],
  partially_refunded: ["partially_refunded", "refunded"],
  refunded: [],
};

/**
 * The one word for lists. It follows from money and goods once an order is paid; a closed order comes back when late money
 * pays it, and one whose delivery failed is `paid` until it is delivered after all. A payment and the delivery with it are two moves
 * that are written at once.
 */
export const orderMoves: Moves<OrderStatus> = {
  pending_payment: ["paid", "canceled", "expired"],
  paid: ["delivering", "delivered", "refunded"],
  delivering: ["paid", "delivered", "refunded"],
  delivered: ["refunded"],
  refunded: [],
  canceled: ["paid"],
  expired: ["paid"],
};

/** C20: goods. */
export const fulfillmentMoves: Moves<FulfillmentStatus> = {
  pending: ["processing", "ready", "held", "failed", "revoked"],
  held: ["processing", "ready", "failed", "revoked"],
  processing: ["ready", "failed", "revoked"],
  failed: ["processing", "ready", "revoked"],
  ready: ["revoked"],
  revoked: [],
};

/** One word for an order of several items: what most needs attention wins. */
export function combineFulfillment(items: readonly FulfillmentStatus[]): FulfillmentStatus {
  for (const status of ["failed", "held", "processing", "pending"] as const)
    if (items.includes(status)) return status;
  return items.includes("ready") ? "ready" : "revoked";
}

/** The one word for lists, of a paid order. An unpaid one is pending_payment, canceled or expired. */
export function paidOrderStatus(payment: PaymentStatus, fulfillment: FulfillmentStatus): OrderStatus {
  if (payment === "refunded") return "refunded";
  if (fulfillment === "ready" || fulfillment === "revoked") return "delivered";
  return fulfillment === "processing" ? "delivering" : "paid";
}
