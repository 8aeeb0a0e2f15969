import { now } from "../../core/clock";
import type { SqlReader } from "../kysely";

/** Counts in the window of a key, or begins another, which ends at `resetAt`, when it is over. */
export function addToWindow(reader: SqlReader, key: string, count: number, resetAt: Date) {
  const at = now();
  return reader.sql
    .insertInto("rate_limits")
    .values({ key, count, reset_at: resetAt })
    .onConflict((row) =>
      row.column("key").doUpdateSet((limit) => ({
        count: limit
          .case()
          .when("rate_limits.reset_at", "<=", at)
          .then(limit.ref("excluded.count"))
          .else(limit("rate_limits.count", "+", limit.ref("excluded.count")))
          .end(),
        reset_at: limit
          .case()
          .when("rate_limits.reset_at", "<=", at)
          .then(limit.ref("excluded.reset_at"))
          .else(limit.ref("rate_limits.reset_at"))
          .end(),
      })),
    )
    .returning(["rate_limits.count", "rate_limits.reset_at as resetAt"])
    .executeTakeFirstOrThrow();
}
