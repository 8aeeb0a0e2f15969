import { sql } from "kysely";
import { now } from "../core/clock";
import type { SqlReader } from "../db/kysely";

export const lockBanner = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("banners").select("id").where("id", "=", id).forUpdate().execute();

export const lockPost = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("posts").select("id").where("id", "=", id).forNoKeyUpdate().execute();

/** Numbers banners in the order given. @returns how many there were */
export async function numberBanners(tx: SqlReader, ids: readonly number[]): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("banners")
    .from(
      sql<{ id: number; place: number }>`unnest(${[...ids]}::int[]) WITH ORDINALITY`.as<"wanted">(
        sql`wanted (id, place)`,
      ),
    )
    .set((row) => ({ sort_order: sql<number>`${row.ref("wanted.place")}`, updated_at: now() }))
    .whereRef("banners.id", "=", "wanted.id")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Whether the database knows a time zone of this name, in any case of its letters. */
export async function isTimeZoneKnown(reader: SqlReader, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_timezone_names WHERE lower(name) = lower(${name}) LIMIT 1`.execute(reader.sql);
  return rows.length > 0;
}
