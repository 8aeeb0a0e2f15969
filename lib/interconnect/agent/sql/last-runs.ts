import { sql } from "kysely";
import type { SqlReader } from "../../../db/kysely";

/** The newest pull of each connection: Prisma would read all that ever were, and keep one. */
export async function findLastRunIds(reader: SqlReader, connectionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT run.id FROM unnest(${connectionIds}::int[]) AS connection (id)
    JOIN LATERAL (
      SELECT id FROM sync_runs WHERE connection_id = connection.id ORDER BY id DESC LIMIT 1) AS run ON true`.execute(
    reader.sql,
  );
  return rows.map(({ id }) => id);
}
