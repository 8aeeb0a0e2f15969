import { sql } from "kysely";
import { now } from "../../../core/clock";
import type { SqlReader } from "../../../db/kysely";

const active = (["paying", "awaiting_goods"] as const).map((state) => sql.lit(state));

/**
 * Purchases whose last attempt went wrong are due now. The attempt is one more than the schedule gives them, so it is not counted:
 * one that goes wrong by itself is given up no earlier. @returns them, those that waited longest first
 */
export async function makeDue(tx: SqlReader, connectionId: number) {
  const at = now();
  const rows = await tx.sql
    .updateTable("purchases")
    .set({ next_poll_at: at, poll_count: sql<number>`greatest(poll_count - 1, 0)` })
    .where("connection_id", "=", connectionId)
    .where(({ eb }) => eb("status", "in", active))
    .where("next_poll_at", ">", at)
    .where("last_error", "is not", null)
    .returning(["id", "status"])
    .execute();
  return rows.sort((a, b) => a.id - b.id);
}
