import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";

const secondsSince = (time: RawBuilder<Date>) => sql<number>`extract(epoch FROM now() - ${time})::float8`;

/** A worker asks on its lease every ten seconds. One that is frozen keeps its lock, and asks no more. */
const longestSilence = 45;

/** Pools of workers that hold their advisory lock and have asked lately: one a process. */
export async function countLivingWorkers(
  reader: SqlReader,
  lockClass: number,
  silenceSeconds = longestSilence,
): Promise<number> {
  const { rows } = await sql<{ workers: number }>`
    SELECT count(*)::int AS workers FROM pg_locks lock JOIN pg_stat_activity session ON session.pid = lock.pid
    WHERE lock.locktype = 'advisory' AND lock.granted AND lock.classid = ${lockClass}::oid
      AND session.datname = current_database()
      AND session.state_change > clock_timestamp() - ${silenceSeconds}::int * interval '1 second'`.execute(
    reader.sql,
  );
  return rows[0]?.workers ?? 0;
}

/**
 * Writes a row that nobody reads, and half a megabyte to the disk of the database: a row alone finds room in a file that is
 * there when no order does any more.
 */
export async function writeALittle(
  tx: SqlReader,
  { key, until }: { key: string; until: Date },
): Promise<void> {
  await sql`SELECT set_config('work_mem', '64kB', true)`.execute(tx.sql);
  await sql`
    SELECT count(*) FROM (
      SELECT repeat(md5(n::text), 32) AS text FROM generate_series(1, 500) AS n ORDER BY 1) AS sorted`.execute(
    tx.sql,
  );
  await tx.sql
    .insertInto("rate_limits")
    .values({ key, count: 0, reset_at: until })
    .onConflict((row) => row.column("key").doUpdateSet({ reset_at: until }))
    .execute();
}

export async function readOldestUnsentMailSeconds(reader: SqlReader): Promise<number> {
  const { seconds } = await reader.sql
    .selectFrom("mails")
    .select((mail) => secondsSince(sql`${mail.fn.min("created_at")}`).as("seconds"))
    .where("status", "=", sql.lit("queued"))
    .executeTakeFirstOrThrow();
  return seconds ?? 0;
}

/** Version, size, and by how many seconds its clock is ahead of `now`. */
export async function describeDatabase(reader: SqlReader, now: Date) {
  const { rows } = await sql<{ version: string; size: string; bytes: number; apart: number }>`
    SELECT current_setting('server_version') AS version, pg_size_pretty(pg_database_size(current_database())) AS size,
      pg_database_size(current_database())::float8 AS bytes,
      extract(epoch FROM clock_timestamp() - ${now}::timestamptz)::float8 AS apart`.execute(reader.sql);
  return rows[0];
}

interface NewMoneyRequest {
  key: string;
  kind: string;
  /** JSON. */
  body: string;
  amountCents: bigint;
  currency: string;
  reference: string;
  requestedById: number;
  createdAt: Date;
  expiresAt: Date;
}

/** @returns null when the same act waits already */
export async function insertMoneyRequest(tx: SqlReader, request: NewMoneyRequest): Promise<number | null> {
  const row: Insertable<Tables["money_requests"]> = {
    key: request.key,
    kind: request.kind,
    body: request.body,
    amount_cents: request.amountCents,
    currency: request.currency,
    reference: request.reference,
    requested_by_id: request.requestedById,
    created_at: request.createdAt,
    expires_at: request.expiresAt,
  };
  const made = await tx.sql
    .insertInto("money_requests")
    .values(row)
    .onConflict((conflict) => conflict.column("key").where("status", "=", "pending").doNothing())
    .returning("id")
    .executeTakeFirst();
  return made?.id ?? null;
}

export const lockMoneyRequest = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("money_requests").select("id").where("id", "=", id).forUpdate().executeTakeFirst();

/** Options on sale from keys of this shop that have none left. */
export async function countSoldOut(reader: SqlReader): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM sku_stocks stock
    JOIN skus sku ON sku.id = stock.sku_id JOIN products product ON product.id = sku.product_id
    WHERE product.status = 'active' AND sku.is_active AND sku.source = 'local' AND NOT stock.is_unlimited
      AND stock.available <= 0`.execute(reader.sql);
  return rows[0]?.count ?? 0;
}
