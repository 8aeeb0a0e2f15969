import { type Insertable, type RawBuilder, sql } from "kysely";
import type { Tables } from "../db/generated/tables";
import type { SqlReader } from "../db/kysely";

const secondsSince = (time: RawBuilder<Date>) => sql<number>`extract(epoch FROM now() - ${time})::float8`;

/** Pools of workers that hold their advisory lock: one a process. */
export async function countLivingWorkers(reader: SqlReader, lockClass: number): Promise<number> {
  const { rows } = await sql<{ workers: number }>`
    SELECT count(*)::int AS workers FROM pg_locks JOIN pg_database d ON d.oid = database
    WHERE locktype = 'advisory' AND granted AND classid = ${lockClass}::oid AND datname = current_database()`.execute(
    reader.sql,
  );
  return rows[0]?.workers ?? 0;
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
