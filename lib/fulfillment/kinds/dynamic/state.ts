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

/** From which status a request gets to each. `waiting` has its answer later, `ended` was delivered or refunded otherwise. */
const sources: Record<DeliveryRequestStatus, readonly DeliveryRequestStatus[]> = {
  pending: ["waiting", "timed_out"],
  waiting: ["pending", "timed_out"],
  delivered: open,
  refused: open,
  timed_out: ["pending", "waiting"],
  ended: open,
};

export const deliveryRequestSources = (to: DeliveryRequestStatus): DeliveryRequestStatus[] => [
  ...sources[to],
];
export const isOpenRequest = (status: DeliveryRequestStatus): boolean => open.includes(status);
