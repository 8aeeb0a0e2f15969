import type { Moves } from "../core/shapes/moves";
export const paymentStates = ["pending", "paid", "failed", "closed"] as const;
export type PaymentState = (typeof paymentStates)[number];

/**
 * `declined` by the gateway, `left` by the buyer at the gateway, `unreachable`: the gateway did not take it,
 * `bad_answer`: nobody understands what it answered.
 */
export const paymentFailures = ["declined", "left", "unreachable", "bad_answer"] as const;
export type PaymentFailure = (typeof paymentFailures)[number];

/** Money may still arrive for a payment that failed or was given up (C23). */
export const paymentMoves: Moves<PaymentState> = {
  pending: ["paid", "failed", "closed"],
  failed: ["paid"],
  closed: ["paid"],
  paid: [],
};

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
export const refundMoves: Moves<RefundTaskStatus> = {
  pending: ["processing", "done"],
  processing: ["done", "failed"],
  failed: ["processing", "done"],
  done: [],
};

export const notificationVerdicts = ["accepted", "duplicate", "refused", "ignored"] as const;
