import { callWindow } from "../core/signed-call-window";
import { db } from "../db/client";

/** A call that reaches us as a main site, or a callback that reaches us as an agent: what one receives the other never accepts. */
export type Direction = "site" | "connection";

/**
 * Spends the nonce. It outlives the last second in which its timestamp is accepted. @returns false when it was spent before
 */
export async function spendNonce(
  direction: Direction,
  call: { key: string; nonce: string; timestamp: string },
): Promise<boolean> {
  const spent = await db().$executeRaw`
    INSERT INTO nonces AS n (scope, nonce, expires_at)
    VALUES (${`${direction}:${call.key}`}, ${call.nonce}::uuid,
      greatest(clock_timestamp(), to_timestamp(${Number(call.timestamp)}::double precision)) + ${callWindow.nonceSeconds} * interval '1 second')
    ON CONFLICT (scope, nonce) DO UPDATE SET expires_at = excluded.expires_at
      WHERE n.expires_at <= clock_timestamp()`;
  return spent === 1;
}

/** A call that we send is spent at once for whoever would send it back to us (N12). */
export async function rememberOwnNonce(
  direction: Direction,
  call: { key: string; nonce: string },
): Promise<void> {
  await db().$executeRaw`
    INSERT INTO nonces (scope, nonce, expires_at)
    VALUES (${`${direction}:${call.key}`}, ${call.nonce}::uuid, clock_timestamp() + ${callWindow.ownNonceSeconds} * interval '1 second')
    ON CONFLICT DO NOTHING`;
}
