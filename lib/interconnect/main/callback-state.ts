import { callbackStatuses } from "./schema";

export type CallbackStatus = (typeof callbackStatuses)[number];

/**
 * `failed` is after the last attempt, or when the address was switched off. An attempt that was under way then
 * may still arrive, and an operator may send any callback again.
 */
export const callbackMoves: Record<CallbackStatus, readonly CallbackStatus[]> = {
  pending: ["pending", "delivered", "failed"],
  delivered: ["pending"],
  failed: ["pending", "delivered"],
};

/** The states from which `to` may be reached: what a conditional update names. */
export const callbackSources = (to: CallbackStatus): CallbackStatus[] =>
  callbackStatuses.filter((from) => callbackMoves[from].includes(to));
