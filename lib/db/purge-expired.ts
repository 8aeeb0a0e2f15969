import { now } from "../core/clock";
import { db } from "./client";

const day = 86_400;

/** What may go, and how many seconds after the time in that column (reliability 4.14). */
const purges = [
  // By the database's clock (N3): a process whose clock is ahead must not forget a nonce early.
  { table: "nonces", column: "expires_at", after: 600 },
  { table: "rate_limits", column: "reset_at", after: 0 },
  { table: "captchas", column: "expires_at", after: 0 },
  { table: "login_challenges", column: "expires_at", after: day },
  { table: "email_codes", column: "expires_at", after: day },
  { table: "refresh_tokens", column: "expires_at", after: day },
  { table: "sessions", column: "expires_at", after: 30 * day },
  { table: "staff_sessions", column: "expires_at", after: 30 * day },
  { table: "idempotency_keys", column: "created_at", after: day },
  { table: "sync_runs", column: "started_at", after: 30 * day },
  { table: "request_logs", column: "created_at", after: 30 * day },
  { table: "callback_logs", column: "created_at", after: 90 * day },
  { table: "callback_attempts", column: "created_at", after: 90 * day },
  { table: "payment_events", column: "created_at", after: 90 * day },
  // Copies of delivered keys lie in them, sealed; the order itself stays.
  { table: "mails", column: "created_at", after: 180 * day },
  { table: "login_logs", column: "created_at", after: 365 * day },
] as const;

/** In slices, so that a long pause of the worker does not end in one statement that locks a whole table. */
const slice = 10_000;

export async function purgeExpired(): Promise<void> {
  for (const { table, column, after } of purges) {
    const before = new Date(now().getTime() - after * 1000);
    let deleted: number;
    do {
      deleted = await db().$executeRawUnsafe(
        `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${column} < $1 LIMIT ${slice}))`,
        before,
      );
    } while (deleted === slice);
  }
}
