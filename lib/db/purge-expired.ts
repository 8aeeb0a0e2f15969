import { now } from "../core/clock";
import { callWindow } from "../core/signed-call-window";
import { db } from "./client";
import { deleteExpired, type ExpiredRows } from "./sql/expired-rows";

const day = 86_400;

interface Purge extends ExpiredRows {
  /** Seconds after the time in that column. */
  after: number;
}

/** Rows that may go, and when (docs/decisions/0051). A new table is named here or in the test of this file. */
export const purges: readonly Purge[] = [
  // The database's clock has its say too (N3): a process whose clock is ahead must not forget a nonce early.
  {
    table: "nonces",
    column: "expires_at",
    after: callWindow.purgeAfterSeconds,
    only: `expires_at < now() - interval '${callWindow.purgeAfterSeconds} seconds'`,
  },
  { table: "rate_limits", column: "reset_at", after: 0 },
  { table: "captchas", column: "expires_at", after: 0 },
  { table: "login_challenges", column: "expires_at", after: day },
  { table: "passkey_challenges", column: "expires_at", after: day },
  { table: "introductions", column: "expires_at", after: day },
  { table: "email_codes", column: "expires_at", after: day },
  { table: "refresh_tokens", column: "expires_at", after: day },
  { table: "sessions", column: "expires_at", after: 30 * day },
  { table: "staff_sessions", column: "expires_at", after: 30 * day },
  // Its name stands in the audit log; the list shows for a while what it was.
  { table: "staff_tokens", column: "expires_at", after: 90 * day },
  { table: "idempotency_keys", column: "created_at", after: day },
  { table: "sync_runs", column: "started_at", after: 30 * day },
  { table: "site_test_orders", column: "created_at", after: 30 * day },
  { table: "request_logs", column: "created_at", after: 30 * day },
  { table: "callback_logs", column: "created_at", after: 90 * day },
  { table: "callback_attempts", column: "created_at", after: 90 * day },
  // Some hold goods that were answered and could not be handed over at that moment.
  { table: "delivery_attempts", column: "created_at", after: 90 * day },
  { table: "payment_events", column: "created_at", after: 90 * day },
  // A picture that no confirmation names was uploaded for nothing; the others outlive every dispute.
  {
    table: "payment_proofs",
    column: "created_at",
    after: 7 * day,
    only: "NOT EXISTS (SELECT FROM payment_confirmations WHERE proof_id = payment_proofs.id)",
  },
  { table: "payment_proofs", column: "created_at", after: 730 * day },
  { table: "test_gateway_payments", column: "created_at", after: 90 * day },
  // Mails hold sealed copies of delivered keys; the order itself stays. Unsent mails are kept longer.
  { table: "mails", column: "created_at", after: 90 * day, only: "status = 'sent'" },
  { table: "mails", column: "created_at", after: 180 * day },
  // A request is given up half a year after it was made. One that was answered has no row.
  { table: "stock_notices", column: "created_at", after: 180 * day },
  // Nobody confirmed it: the option may be back by then, and the mail with the link is forgotten.
  { table: "stock_notice_requests", column: "created_at", after: 14 * day },
  // Goods, prices and answers of a form that nobody came back to are an old wish.
  { table: "carts", column: "changed_at", after: 365 * day },
  { table: "alerts", column: "resolved_at", after: 180 * day },
  { table: "notification_deliveries", column: "created_at", after: 30 * day, only: "status <> 'pending'" },
  { table: "shop_events", column: "created_at", after: 30 * day },
  { table: "operator_events", column: "created_at", after: 30 * day },
  // A snoozed task comes back within that time; an old owner of a finished task is not needed.
  { table: "task_marks", column: "updated_at", after: 180 * day },
  // These statuses still hold keys in clear: an upload that stopped, or a preview that nobody imported.
  { table: "key_imports", column: "changed_at", after: 7 * day, only: "status IN ('uploading', 'checked')" },
  { table: "key_imports", column: "changed_at", after: 180 * day },
  { table: "login_logs", column: "created_at", after: 365 * day },
];

/** In slices, so that a long pause of the worker does not end in one statement that locks a whole table. */
const slice = 10_000;

export async function purgeExpired(): Promise<void> {
  for (const purge of purges) {
    const before = new Date(now().getTime() - purge.after * 1000);
    let deleted: number;
    do {
      deleted = await deleteExpired(db(), purge, { before, limit: slice });
    } while (deleted === slice);
  }
}
