import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

// Without Prisma: its updates would move `updated_at`, which is the settings'.

/** @returns whether it had failed before, in a call or in its last test */
export async function noteChannelGood(
  writer: SqlReader,
  { channelId, at }: { channelId: number; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ wasFailing: boolean }>`
    WITH former AS (SELECT id, failures > 0 OR test_passed IS FALSE AS failing FROM payment_channels WHERE id = ${channelId} FOR NO KEY UPDATE)
    UPDATE payment_channels AS channel
    SET last_good_at = ${at}, failing_since = NULL, failed_at = NULL, failures = 0, last_problem = NULL
    FROM former WHERE channel.id = former.id RETURNING former.failing AS "wasFailing"`.execute(writer.sql);
  return rows[0]?.wasFailing ?? false;
}

/** Failures before `since` are forgotten: they begin to count anew. @returns undefined when there is no such channel */
export async function noteChannelFailure(
  writer: SqlReader,
  { channelId, at, since, problem }: { channelId: number; at: Date; since: Date; problem: string },
): Promise<{ failures: number; name: string } | undefined> {
  const { rows } = await sql<{ failures: number; name: string }>`
    UPDATE payment_channels
    SET failures = CASE WHEN failed_at > ${since} THEN failures + 1 ELSE 1 END,
      failing_since = CASE WHEN failed_at > ${since} THEN coalesce(failing_since, ${at}) ELSE ${at} END,
      failed_at = ${at}, last_problem = ${problem}
    WHERE id = ${channelId} RETURNING failures, name`.execute(writer.sql);
  return rows[0];
}
