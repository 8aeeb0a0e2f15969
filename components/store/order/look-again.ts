import type { OrderDetail } from "@/lib/orders/schema";
import { mayBePaidLate } from "./pay-state";

type Standing = Pick<OrderDetail, "status" | "payment_status" | "fulfillment_status" | "last_payment">;

const eager = 1_500;
const patient = 5_000;
const slow = 20_000;
/** While the server tells of changes: only in case it stops to. */
const live = 15_000;
/** Payments and deliveries usually come within this time after the page was opened. */
const eagerFor = 120_000;
/** A delivered order changes when somebody at the shop does something, or when another device downloads. */
const calm = 30_000;
/** The same while the server tells of it. */
const calmLive = 300_000;
/** How long a page stays open for money that comes after the order has ended. */
const lateFor = 3_600_000;

/** `isLive`: the server tells of changes by itself. Milliseconds until an open page asks for the order again; 0: never. */
export function lookAgainAfter(order: Standing | undefined, openedMs: number, isLive = false): number {
  const soon = isLive ? live : openedMs < eagerFor ? eager : patient;
  if (!order) return 0;
  switch (order.status) {
    case "canceled":
    case "expired":
      return mayBePaidLate(order) && openedMs < lateFor ? slow : 0;
    case "refunded":
      return isLive ? calmLive : calm;
    case "pending_payment":
      return soon;
    default:
      break;
  }
  switch (order.fulfillment_status) {
    case "pending":
      return soon;
    // A person, a main site or new stock decides.
    case "processing":
    case "held":
    case "failed":
      return slow;
    default:
      return isLive ? calmLive : calm;
  }
}
