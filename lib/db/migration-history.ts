import { randomUUID } from "node:crypto";
import type pg from "pg";
import { type Applied, formerMigrations, readHistory } from "./migrations/former-history";
import type { Migration } from "./migrations/migration-files";
import { requireOwner } from "./migrations/require-server";

const historyTable = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export async function openHistory(client: pg.Client): Promise<void> {
  // Even IF NOT EXISTS asks for the right to create, which a role that owns nothing lacks.
  const { rows: history } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there",
  );
  if (!history[0]?.there) await client.query(historyTable);
}

/** Adds the row of a migration that was applied just now. */
export async function note(client: pg.Client, migration: Migration): Promise<void> {
  // A row of an attempt that was cut off would make Prisma's own commands refuse.
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL", [
    migration.name,
  ]);
  // The logs of a finished migration are empty in Prisma's own history; an older Keyshelf reads here whether it may start.
  const logs = migration.compatibleFrom === null ? null : `compatible-from: ${migration.compatibleFrom}`;
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, $4, now(), clock_timestamp(), 1)`,
    [randomUUID(), migration.checksum, migration.name, logs],
  );
}

export interface AppliedHere extends Applied {
  logs: string | null;
}

export async function readApplied(client: pg.Client): Promise<AppliedHere[]> {
  const { rows } = await client.query<AppliedHere>(
    `SELECT migration_name AS name, checksum, logs FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  return rows;
}

/** Writes today's history in place of the former one; nothing else is touched. */
export async function adoptFormer(client: pg.Client, migrations: Migration[]): Promise<AppliedHere[]> {
  const applied = await readApplied(client);
  const today = readHistory(applied, migrations);
  if (today === applied) return applied;
  await requireOwner(client);
  await client.query("BEGIN");
  try {
    const former = formerMigrations.map(({ name }) => name);
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)", [former]);
    for (const migration of migrations.filter((each) => today.includes(each))) await note(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  return readApplied(client);
}
