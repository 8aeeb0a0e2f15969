export const paymentStates = ["pending", "paid", "failed", "closed"] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * `declined` by the gateway, `left` by the buyer at the gateway, `unreachable`: the gateway did not take it,
 * `bad_answer`: nobody understands what it answered.
 */
export const paymentFailures = ["declined", "left", "unreachable", "bad_answer"] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

/** Money may still arrive for a payment that failed or was given up (C23). */
export const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
  pending: ["paid", "failed", "closed"],
  failed: ["paid"],
  closed: ["paid"],
  paid: [],
};

/** The states from which `to` may be reached: what a conditional update names. */
export const paymentSources = (to: PaymentState): PaymentState[] =>
  paymentStates.filter((from) => paymentMoves[from].includes(to));

/** Fate of money that arrived: written with the move to `paid`, after which there is no other. */
export const dispositions = ["applied", "late", "overpaid"] as const;
export type Disposition = (typeof dispositions)[number];

/** `pending` waits for a person, `processing` for the gateway. */
export const refundTaskStatuses = ["pending", "processing", "done", "failed"] as const;
/** A filter of the list: `open` is all that is not paid back yet. */
export const refundFilters = ["open", "all", ...refundTaskStatuses] as const;
export type RefundTaskStatus = (typeof refundTaskStatuses)[number];

/**
 * A refund outside the shop waits until somebody says that it was paid, or sends it through the gateway. One that the gateway
 * refused can be sent again or paid by hand; one that it may have made cannot.
 */
export const refundMoves: Record<RefundTaskStatus, readonly RefundTaskStatus[]> = {
  pending: ["processing", "done"],
  processing: ["done", "failed"],
  failed: ["processing", "done"],
  done: [],
};

export const refundSources = (to: RefundTaskStatus): RefundTaskStatus[] =>
  refundTaskStatuses.filter((from) => refundMoves[from].includes(to));

export const notificationVerdicts = ["accepted", "duplicate", "refused", "ignored"] as const;
