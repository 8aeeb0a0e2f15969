import type { OrderDetail } from "@/lib/orders/schema";

/**
 * Where a buyer stands on the pay page. `left`: they closed the gateway's page without paying. `elsewhere`: another tab began a
 * payment that this page cannot go on with yet. `over`: the time is over, money may still come (late). `sold_out`: the money
 * came, the goods were gone meanwhile.
 */
export type PayState =
  | "choosing"
  | "contacting"
  | "unreachable"
  | "failed"
  | "left"
  | "elsewhere"
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
  /** The number of the payment that the buyer put aside here, to choose another way. */
  givenUp: string | null;
};

type Standing = Pick<OrderDetail, "status" | "payment_status" | "fulfillment_status" | "last_payment">;

const failures = {
  declined: "failed",
  left: "left",
  unreachable: "unreachable",
  bad_answer: "unreachable",
} as const;

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
  if (last?.state === "failed") return failures[last.failure ?? "declined"];
  return last?.state === "pending" && last.payment_no !== attempt.givenUp ? "elsewhere" : "choosing";
}

/**
 * The order is closed, and money may still arrive for a payment that was begun for it: also for one that failed or was closed
 * (C23), or for one before the last.
 */
export const mayBePaidLate = (order: Pick<OrderDetail, "status" | "last_payment">): boolean =>
  (order.status === "expired" || order.status === "canceled") &&
  order.last_payment != null &&
  order.last_payment.state !== "paid";

/** Money came that the closed order could not take: the shop sends it back. */
export const cameTooLate = (
  order: Pick<OrderDetail, "status" | "payment_status" | "last_payment">,
): boolean =>
  (order.status === "expired" || order.status === "canceled") &&
  order.payment_status === "unpaid" &&
  order.last_payment?.state === "paid";

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

/**
 * How often each channel failed to take the money of this order; leaving a gateway's page is no fault of the channel, and shows
 * that it works again.
 */
export function failedTimes({
  failed_tries = [],
  last_payment: last,
}: Pick<OrderDetail, "failed_tries" | "last_payment">): Map<number, number> {
  const works = last?.failure === "left" ? last.channel_id : null;
  const failing = failed_tries.filter(({ channel_id: id }) => id !== works);
  return new Map(failing.map(({ channel_id, times }) => [channel_id, times]));
}

/** A method that failed twice comes last: the buyer should try another one. */
export const failingLast = <T extends { id: number }>(
  channels: readonly T[],
  failed: ReadonlyMap<number, number>,
): T[] => {
  const isFailing = ({ id }: T) => (failed.get(id) ?? 0) > 1;
  return [...channels.filter((one) => !isFailing(one)), ...channels.filter(isFailing)];
};
