import type { OrderDetail } from "@/lib/orders/schema";

/**
 * Where a buyer stands on the pay page. `left`: they closed the gateway's page without paying. `over`: the time is over, money may still come (late). `sold_out`: the money came,
 * the goods were gone meanwhile.
 */
export type PayState =
  | "choosing"
  | "contacting"
  | "unreachable"
  | "failed"
  | "left"
  | "waiting"
  | "returned"
  | "over"
  | "canceled"
  | "sold_out"
  | "paid"
  | "delivered";

export type PayAttempt = {
  /** A payment that can still be gone on with. */
  hasPayment: boolean;
  /** The gateway is being asked for one. */
  isContacting: boolean;
  /** The buyer came back from the gateway's page. */
  hasReturned: boolean;
};

type Standing = Pick<OrderDetail, "status" | "payment_status" | "fulfillment_status" | "last_payment">;

const failures = { declined: "failed", left: "left", unreachable: "unreachable" } as const;

/** The order decides first, then what the browser is doing, then the last attempt. */
export function payStateOf(order: Standing, attempt: PayAttempt): PayState {
  if (order.payment_status !== "unpaid") {
    if (order.fulfillment_status === "failed") return "sold_out";
    return order.fulfillment_status === "ready" ? "delivered" : "paid";
  }
  if (order.status === "canceled") return "canceled";
  if (order.status !== "pending_payment") return "over";
  if (attempt.isContacting) return "contacting";
  if (attempt.hasPayment) return attempt.hasReturned ? "returned" : "waiting";
  // Every tab knows from the order why the last try is over.
  const last = order.last_payment;
  return last?.state === "failed" ? failures[last.failure ?? "declined"] : "choosing";
}

type Channels = readonly { id: number }[];
type Tried = Pick<OrderDetail, "last_payment">;

/** The buyer's own choice stands until they make another one, also when it did not work. */
export function firstChoice(order: Tried, channels: Channels, open: { channel_id: number } | null) {
  const tried = open?.channel_id ?? order.last_payment?.channel_id;
  return channels.find(({ id }) => id === tried)?.id ?? channels[0]?.id ?? null;
}

/** The channel of the last try, when that is over and nothing was paid: the notice names it, and no other one. */
export const failedChannel = ({ last_payment: last }: Tried): number | null =>
  last?.state === "failed" ? last.channel_id : null;
