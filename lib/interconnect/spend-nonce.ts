import { callWindow } from "../core/signed-call-window";
import { insertNonce, insertOwnNonce } from "./sql";

/** A call that reaches us as a main site, or a callback that reaches us as an agent: what one receives the other never accepts. */
export type Direction = "site" | "connection";

/**
 * Spends the nonce. It outlives the last second in which its timestamp is accepted. @returns false when it was spent before
 */
export const spendNonce = (
  direction: Direction,
  call: { key: string; nonce: string; timestamp: string },
): Promise<boolean> =>
  insertNonce(`${direction}:${call.key}`, call.nonce, {
    sentAt: Number(call.timestamp),
    keepSeconds: callWindow.nonceSeconds,
  });

/** The nonce of a call that we send is spent at once, so that the call cannot be reflected to us (N12). */
export const rememberOwnNonce = (direction: Direction, call: { key: string; nonce: string }): Promise<void> =>
  insertOwnNonce(`${direction}:${call.key}`, call.nonce, callWindow.ownNonceSeconds);
