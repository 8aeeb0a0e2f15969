import { sql } from "kysely";
import type { Cents } from "../../core/money";
import type { SqlReader } from "../../db/kysely";

/** Keeps an own role from being deleted until this transaction has assigned it. @returns undefined when there is none */
export const lockOwnRole = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("own_roles").select("id").where("id", "=", id).forKeyShare().executeTakeFirst();

/** Locks an own role for a change or its deletion. Waits for transactions that are assigning it. */
export const lockOwnRoleForUpdate = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("own_roles").select(["id", "name"]).where("id", "=", id).forUpdate().executeTakeFirst();

/** Adds to what somebody moved by hand on a day, unless it would be above the limit. @returns whether it was counted */
export async function countMoneyOfDay(
  tx: SqlReader,
  { staffId, day, cents, limit }: { staffId: number; day: string; cents: Cents; limit: Cents | null },
): Promise<boolean> {
  if (limit !== null && cents > limit) return false;
  const row = await tx.sql
    .insertInto("staff_money_days")
    .values({ staff_id: staffId, day, used_cents: cents })
    .onConflict((conflict) =>
      conflict
        .columns(["staff_id", "day"])
        .doUpdateSet({ used_cents: sql<Cents>`staff_money_days.used_cents + excluded.used_cents` })
        .where(
          sql<boolean>`${limit}::bigint IS NULL OR staff_money_days.used_cents + excluded.used_cents <= ${limit}::bigint`,
        ),
    )
    .returning("used_cents")
    .executeTakeFirst();
  return row !== undefined;
}

export async function readMoneyOfDay(reader: SqlReader, staffId: number, day: string): Promise<Cents> {
  const row = await reader.sql
    .selectFrom("staff_money_days")
    .select("used_cents as used")
    .where("staff_id", "=", staffId)
    .where("day", "=", day)
    .executeTakeFirst();
  return row?.used ?? 0n;
}
