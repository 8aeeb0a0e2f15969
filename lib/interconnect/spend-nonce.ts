import { db } from "../db/client";

/** A call that reaches us as a main site, or a callback that reaches us as an agent: what one receives the other never accepts. */
export type Direction = "site" | "connection";

export interface Bucket {
  name: string;
  perMinute: number;
  burst: number;
}

export type NonceVerdict =
  | { verdict: "fresh" }
  | { verdict: "replayed" }
  | { verdict: "over_limit"; retryAfter: number };

/**
 * Spends the nonce and takes a token of the caller's bucket in one statement and one commit.
 * The nonce outlives the last second in which its timestamp is accepted: whole seconds are compared, so 300 means up to 300.999.
 * The bucket is a single point in time that every call pushes forward by one interval; it may run ahead by `burst` intervals.
 */
export async function spendNonce(
  direction: Direction,
  call: { key: string; nonce: string; timestamp: string },
  bucket: Bucket,
): Promise<NonceVerdict> {
  const intervalMs = 60_000 / bucket.perMinute;
  const [row] = await db().$queryRaw<{ fresh: boolean; admitted: boolean; wait_ms: number | null }[]>`
    WITH clock AS (SELECT clock_timestamp() AS at),
    spent AS (
      INSERT INTO nonces AS n (scope, nonce, expires_at)
      SELECT ${`${direction}:${call.key}`}, ${call.nonce}::uuid,
             greatest(clock.at, to_timestamp(${Number(call.timestamp)}::double precision)) + interval '301 seconds'
      FROM clock
      ON CONFLICT (scope, nonce) DO UPDATE SET expires_at = excluded.expires_at
        WHERE n.expires_at <= clock_timestamp()
      RETURNING 1
    ),
    taken AS (
      INSERT INTO rate_limits AS r (key, count, reset_at)
      SELECT ${`${direction}:${bucket.name}`}, 1, clock.at + ${intervalMs}::double precision * interval '1 millisecond'
      FROM clock WHERE EXISTS (SELECT 1 FROM spent)
      ON CONFLICT (key) DO UPDATE SET
        reset_at = greatest(r.reset_at, clock_timestamp()) + ${intervalMs}::double precision * interval '1 millisecond'
        WHERE r.reset_at <= clock_timestamp() + ${intervalMs * (bucket.burst - 1)}::double precision * interval '1 millisecond'
      RETURNING 1
    )
    SELECT EXISTS (SELECT 1 FROM spent) AS fresh, EXISTS (SELECT 1 FROM taken) AS admitted,
      (SELECT extract(epoch FROM r.reset_at - clock.at)::double precision * 1000
       FROM rate_limits r, clock WHERE r.key = ${`${direction}:${bucket.name}`}) AS wait_ms`;
  if (!row?.fresh) return { verdict: "replayed" };
  if (row.admitted) return { verdict: "fresh" };
  const waitMs = (row.wait_ms ?? 0) - intervalMs * (bucket.burst - 1);
  return { verdict: "over_limit", retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) };
}

/** A call that we send is spent at once for whoever would send it back to us (N12). */
export async function rememberOwnNonce(
  direction: Direction,
  call: { key: string; nonce: string },
): Promise<void> {
  await db().$executeRaw`
    INSERT INTO nonces (scope, nonce, expires_at)
    VALUES (${`${direction}:${call.key}`}, ${call.nonce}::uuid, clock_timestamp() + interval '601 seconds')
    ON CONFLICT DO NOTHING`;
}

/** Whole seconds between a timestamp and the database's clock, which all processes share. */
export const maxSkewSeconds = 300;
