import type { Moves } from "../../../core/shapes/moves";
export const deliveryRequestStatuses = [
  "pending",
  "waiting",
  "delivered",
  "refused",
  "timed_out",
  "ended",
] as const;
export type DeliveryRequestStatus = (typeof deliveryRequestStatuses)[number];

/** Until the deadline the server is still asked, or has promised its answer: nobody has to act. */
export const awaitedRequestStatuses: DeliveryRequestStatus[] = ["pending", "waiting"];

/** An answer that comes after the time-out still counts, as long as nobody delivered meanwhile. */
const open: readonly DeliveryRequestStatus[] = ["pending", "waiting", "timed_out"];

/** `waiting` has its answer later, `ended` was delivered or refunded otherwise. */
export const deliveryRequestMoves: Moves<DeliveryRequestStatus> = {
  pending: ["waiting", "delivered", "refused", "timed_out", "ended"],
  waiting: ["pending", "delivered", "refused", "timed_out", "ended"],
  timed_out: ["pending", "waiting", "delivered", "refused", "ended"],
  delivered: [],
  refused: [],
  ended: [],
};
export const isOpenRequest = (status: DeliveryRequestStatus): boolean => open.includes(status);
