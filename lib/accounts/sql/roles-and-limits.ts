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

/** Takes a sum out of the count of a day again. An insert that adds less than nothing would break the check of the row. */
export const giveBackMoneyOfDay = (
  tx: SqlReader,
  { staffId, day, cents }: { staffId: number; day: string; cents: Cents },
) =>
  tx.sql
    .updateTable("staff_money_days")
    .set((row) => ({ used_cents: sql<Cents>`greatest(0, ${row("used_cents", "-", cents)})` }))
    .where("staff_id", "=", staffId)
    .where("day", "=", day)
    .execute();

export async function readMoneyOfDay(reader: SqlReader, staffId: number, day: string): Promise<Cents> {
  const row = await reader.sql
    .selectFrom("staff_money_days")
    .select("used_cents as used")
    .where("staff_id", "=", staffId)
    .where("day", "=", day)
    .executeTakeFirst();
  return row?.used ?? 0n;
}

/** Sum of a token on a day: its row holds the one of its last day. */
const usedByToken = (day: string) => sql<Cents>`CASE WHEN money_day = ${day} THEN used_cents ELSE 0 END`;

/** The same as `countMoneyOfDay` for a token. Two acts of one token take turns at its row. */
export async function countMoneyOfToken(
  tx: SqlReader,
  { tokenId, day, cents, limit }: { tokenId: number; day: string; cents: Cents; limit: Cents | null },
): Promise<boolean> {
  const row = await tx.sql
    .updateTable("staff_tokens")
    .set({ money_day: day, used_cents: sql<Cents>`greatest(0, ${usedByToken(day)} + ${cents}::bigint)` })
    .where("id", "=", tokenId)
    .where(
      sql<boolean>`${limit}::bigint IS NULL OR ${usedByToken(day)} + ${cents}::bigint <= ${limit}::bigint`,
    )
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function readMoneyOfToken(reader: SqlReader, tokenId: number, day: string): Promise<Cents> {
  const row = await reader.sql
    .selectFrom("staff_tokens")
    .select(usedByToken(day).as("used"))
    .where("id", "=", tokenId)
    .executeTakeFirst();
  return BigInt(row?.used ?? 0);
}
