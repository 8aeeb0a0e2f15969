import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";

/** The cart's row, made where it is missing, and locked. */
export async function lockCart(tx: SqlReader, userId: number): Promise<{ version: number; lines: unknown }> {
  await tx.sql
    .insertInto("carts")
    .values({ user_id: userId, lines: sql`'[]'::jsonb`, version: 0, changed_at: now() })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  return tx.sql
    .selectFrom("carts")
    .select(["version", "lines"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}
