import { sql } from "kysely";
import type { SqlReader } from "../kysely";

/** The database's clock, in milliseconds since 1970. */
export async function readDatabaseClock(reader: SqlReader): Promise<number | undefined> {
  const { rows } = await sql<{ ms: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(reader.sql);
  return rows[0]?.ms;
}
