import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";
import { literal } from "../../db/sql-pieces";

/**
 * Adds a job for each pending payment whose question is due, at most `limit`, and puts the question off until `again`,
 * when it is due once more if the job was lost. Two processes never take the same payment. @returns how many
 */
export async function enqueueDueQueries(
  reader: SqlReader,
  at: Date,
  again: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    WITH due AS MATERIALIZED (
      SELECT id FROM payments WHERE state = 'pending' AND next_query_at <= ${at}::timestamptz
      ORDER BY next_query_at LIMIT ${literal(limit)} FOR UPDATE SKIP LOCKED),
    put_off AS (
      UPDATE payments SET next_query_at = ${again}::timestamptz FROM due WHERE payments.id = due.id
      RETURNING payments.id)
    SELECT graphile_worker.add_job('payment.query', payload => json_build_object('paymentId', id), max_attempts => 25,
      job_key => 'payment.query:' || id) FROM put_off`.execute(reader.sql);
  return rows.length;
}
