import { sql } from "kysely";
import type { SqlReader } from "../../../db/kysely";

/** The newest pull of each connection: Prisma would read all that ever were, and keep one. */
export async function findLastRunIds(reader: SqlReader, connectionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT run.id FROM unnest(${connectionIds}::int[]) AS connection (id)
    JOIN LATERAL (
      SELECT id FROM sync_runs WHERE connection_id >= connection.id AND connection_id <= connection.id
      -- Not by id alone: the planner would look for a connection without pulls through all that there are.
      ORDER BY connection_id, id DESC LIMIT 1) AS run ON true`.execute(reader.sql);
  return rows.map(({ id }) => id);
}
