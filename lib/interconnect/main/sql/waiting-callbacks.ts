import { sql } from "kysely";
import { addSeconds, now } from "../../../core/clock";
import type { SqlReader } from "../../../db/kysely";
import { leaseSeconds } from "../callback-places";

const pending = sql.lit("pending" as const);

/**
 * Callbacks of the site whose last attempt went wrong are due now, except those that a process is sending or claims. The attempt is
 * one more than the schedule gives them, so it is not counted. @returns their ids, the oldest first
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
              row
                .selectFrom("callback_attempts as attempt")
                .select("attempt.id")
                .whereRef("attempt.callback_id", "=", "callback.id")
                .where("attempt.http_status", "is", null)
                .where("attempt.error", "is", null)
                .where("attempt.created_at", ">", addSeconds(at, -leaseSeconds)),
            ),
          ),
        )
        .orderBy("callback.id")
        .forUpdate("callback")
        .skipLocked(),
    )
    .updateTable("callbacks")
    .from("waiting")
    .set({ next_attempt_at: at, attempt_count: sql<number>`greatest(callbacks.attempt_count - 1, 0)` })
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
    .set({ next_attempt_at: at, attempt_count: sql<number>`greatest(callback.attempt_count - 1, 0)` })
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
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom("callback_attempts as attempt")
            .select("attempt.id")
            .whereRef("attempt.callback_id", "=", "callback.id")
            .where("attempt.created_at", ">", triedSince),
        ),
      ),
    )
    .returning("callback.id")
    .executeTakeFirst();
  return row?.id;
}
