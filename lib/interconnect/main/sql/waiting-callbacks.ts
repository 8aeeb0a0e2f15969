import { type ExpressionBuilder, sql } from "kysely";
import { addSeconds, now } from "../../../core/clock";
import type { Tables } from "../../../db/generated/tables";
import type { SqlReader } from "../../../db/kysely";
import { leaseSeconds } from "../callback-places";

const pending = sql.lit("pending" as const);

/** The attempt is one more than the schedule gives, so it is not counted. */
const dueAt = (at: Date) => ({
  next_attempt_at: at,
  attempt_count: sql<number>`greatest(attempt_count - 1, 0)`,
});

const attemptsAfter = (
  row: ExpressionBuilder<Tables & { callback: Tables["callbacks"] }, "callback">,
  since: Date,
) =>
  row
    .selectFrom("callback_attempts as attempt")
    .select("attempt.id")
    .whereRef("attempt.callback_id", "=", "callback.id")
    .where("attempt.created_at", ">", since);

/**
 * Callbacks of the site whose last attempt went wrong are due now, except those that a process is sending or claims. @returns
 * their ids, the oldest first
 */
export async function makeCallbacksDue(tx: SqlReader, siteId: number): Promise<number[]> {
  const at = now();
  const rows = await tx.sql
    .with("waiting", (query) =>
      query
        .selectFrom("callbacks as callback")
        .select("callback.id")
        .where("callback.site_id", "=", siteId)
        .where("callback.status", "=", pending)
        .where("callback.next_attempt_at", ">", at)
        .where("callback.last_error", "is not", null)
        .where((row) =>
          row.not(
            row.exists(
              attemptsAfter(row, addSeconds(at, -leaseSeconds))
                .where("attempt.http_status", "is", null)
                .where("attempt.error", "is", null),
            ),
          ),
        )
        .orderBy("callback.id")
        .forUpdate("callback")
        .skipLocked(),
    )
    .updateTable("callbacks")
    .from("waiting")
    .set(dueAt(at))
    .whereRef("callbacks.id", "=", "waiting.id")
    .returning("callbacks.id")
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** The oldest callback that waits is due now, unless it was tried since. @returns its id, or undefined */
export async function makeOldestDue(
  tx: SqlReader,
  siteId: number,
  triedSince: Date,
): Promise<number | undefined> {
  const at = now();
  const row = await tx.sql
    .updateTable("callbacks as callback")
    .set(dueAt(at))
    .where("callback.id", "=", (own) =>
      own
        .selectFrom("callbacks as oldest")
        .select((oldest) => oldest.fn.min("oldest.id").as("id"))
        .where("oldest.site_id", "=", siteId)
        .where("oldest.status", "=", pending)
        .where("oldest.last_error", "is not", null),
    )
    .where("callback.status", "=", pending)
    .where("callback.next_attempt_at", ">", at)
    .where((row) => row.not(row.exists(attemptsAfter(row, triedSince))))
    .returning("callback.id")
    .executeTakeFirst();
  return row?.id;
}
