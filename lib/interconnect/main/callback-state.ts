import type { Moves } from "../../core/shapes/moves";
import type { callbackStatuses } from "./schema";

export type CallbackStatus = (typeof callbackStatuses)[number];

/**
 * `failed` is after the last attempt, or when the address was switched off. An attempt that was under way then
 * may still arrive, and an operator may send any callback again.
 */
export const callbackMoves: Moves<CallbackStatus> = {
  pending: ["pending", "delivered", "failed"],
  delivered: ["pending"],
  failed: ["pending", "delivered"],
};
