import { callWindow } from "../core/signed-call-window";
import { batchWrites } from "../db/batches";
import { insertNonces, insertOwnNonce, type Nonce } from "./sql";

/** A call that reaches us as a main site, or a callback that reaches us as an agent: what one receives the other never accepts. */
export type Direction = "site" | "connection";

const keyOf = ({ scope, nonce }: Pick<Nonce, "scope" | "nonce">) => `${scope} ${nonce.toLowerCase()}`;

/** The same nonce twice at once is spent by the first of them, and kept for the one that is good longest. */
const spendTogether = batchWrites(async (nonces: readonly Nonce[]) => {
  const distinct = new Map<string, Nonce>();
  for (const nonce of nonces) {
    const kept = distinct.get(keyOf(nonce));
    if (!kept || kept.sentAt < nonce.sentAt) distinct.set(keyOf(nonce), nonce);
  }
  const spent = new Set((await insertNonces([...distinct.values()], callWindow.nonceSeconds)).map(keyOf));
  return nonces.map((nonce) => spent.delete(keyOf(nonce)));
});

/**
 * Spends the nonce. It outlives the last second in which its timestamp is accepted. @returns false when it was spent before
 */
export const spendNonce = (
  direction: Direction,
  call: { key: string; nonce: string; timestamp: string },
): Promise<boolean> =>
  spendTogether({ scope: `${direction}:${call.key}`, nonce: call.nonce, sentAt: Number(call.timestamp) });

/** The nonce of a call that we send is spent at once, so that the call cannot be reflected to us (N12). */
export const rememberOwnNonce = (direction: Direction, call: { key: string; nonce: string }): Promise<void> =>
  insertOwnNonce(`${direction}:${call.key}`, call.nonce, callWindow.ownNonceSeconds);
