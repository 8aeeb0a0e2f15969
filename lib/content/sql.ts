import { sql } from "kysely";
import type { SqlReader } from "../db/kysely";

export const lockBanner = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("banners").select("id").where("id", "=", id).forUpdate().execute();

export const lockPost = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("posts").select("id").where("id", "=", id).forNoKeyUpdate().execute();

/** Whether the database knows a time zone of this name, in any case of its letters. */
export async function isTimeZoneKnown(reader: SqlReader, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_timezone_names WHERE lower(name) = lower(${name}) LIMIT 1`.execute(reader.sql);
  return rows.length > 0;
}
