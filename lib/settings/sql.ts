import { sql } from "kysely";
import type { SqlReader } from "../db/kysely";

/** Makes everybody else who saves settings wait until this transaction ends; they can still be read. */
export const lockSettings = (tx: SqlReader) =>
  sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`.execute(tx.sql);

/** Whether the database knows a time zone of this name, in any case of its letters. */
export async function isTimeZoneKnown(reader: SqlReader, name: string): Promise<boolean> {
  const { rows } = await sql`
    SELECT 1 FROM pg_timezone_names WHERE lower(name) = lower(${name}) LIMIT 1`.execute(reader.sql);
  return rows.length > 0;
}
