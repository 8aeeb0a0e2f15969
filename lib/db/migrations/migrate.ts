import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import { readDatabaseAddress } from "../../config/database-address";
import { log } from "../../core/process/log";
import { codeOf, messageOf } from "../../core/process/thrown";
import { db } from "../client";
import { connectionProblem } from "../connections/connection-problem";
import { openClient } from "../connections/guarded-client";
import { GuardedPool } from "../connections/guarded-pool";
import { type AppliedHere, adoptFormer, note, openHistory, readApplied } from "../migration-history";
import { readHistory } from "./former-history";
import { migrateQueue } from "./migrate-queue";
import { MigrationError } from "./migration-error";
import { type Migration, numberOf, readMigrations, statementsOf } from "./migration-files";
import { requireOwner, requireUsableServer } from "./require-server";

/** Any number that no other program of this database uses as its lock. */
const migrationLock = 5_174_230_021;
const patienceForLockSeconds = 600;
/** A migration that waits for a table makes everybody else wait behind it: it steps back and comes again. */
const lockTimeout = "3s";
const lockAttempts = 60;
const lockNotAvailable = "55P03";

async function attempt(client: pg.Client, migration: Migration): Promise<void> {
  if (!migration.isTransactional) {
    for (const statement of statementsOf(migration)) await client.query(statement);
    await note(client, migration);
    return;
  }
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
    await note(client, migration);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await attempt(client, migration);
      return;
    } catch (error) {
      const code = codeOf(error);
      const message = messageOf(error);
      if (code === lockNotAvailable && attempts < lockAttempts) {
        if (attempts % 5 === 1)
          log.warn({ migration: migration.name }, "a migration waits for a table in use");
        await sleep(1_000 + Math.random() * 1_000);
        continue;
      }
      const how = migration.isTransactional
        ? "was taken back whole"
        : "stopped in the middle and can be repeated";
      throw new MigrationError(`The migration ${migration.name} failed and ${how}: ${message}`, {
        cause: error,
      });
    }
  }
}

/**
 * Finds a migration of a newer version after which this version cannot use the database: each says from which version
 * on its result can be used.
 */
function findUnusable(applied: AppliedHere[], migrations: Migration[]): AppliedHere | undefined {
  const newest = numberOf(migrations.at(-1)?.name ?? "");
  return applied.find(({ name, logs }) => {
    if (migrations.some((migration) => migration.name === name)) return false;
    const from = /^compatible-from: (\d+)$/.exec(logs ?? "")?.[1];
    return from === undefined || newest < from;
  });
}

let ownMigrations: Promise<Migration[]> | undefined;

/** A migration that was applied since the start by a version with which this one cannot share the database. */
export async function findUnusableMigration(): Promise<string | null> {
  ownMigrations ??= readMigrations(path.join(process.cwd(), "prisma/migrations"));
  const { rows } = await sql<AppliedHere>`
    SELECT migration_name AS name, checksum, logs FROM _prisma_migrations
    WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`.execute(db().sql);
  return findUnusable(rows, await ownMigrations)?.name ?? null;
}

function refuseNewer(applied: AppliedHere[], migrations: Migration[]): void {
  const unknown = findUnusable(applied, migrations);
  if (!unknown) return;
  throw new MigrationError(
    `The database was used by a newer Keyshelf (it has the migration ${unknown.name}). Start that version.`,
  );
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await openHistory(client);
  const rows = await adoptFormer(client, migrations);
  refuseNewer(rows, migrations);
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new MigrationError(
      `The migration ${changed.name} was changed after it was applied to this database. Restore the file, ` +
        "or begin with an empty database.",
    );
  }
  const pending = migrations.filter(({ name }) => !applied.has(name));
  if (pending.length > 0) await requireOwner(client);
  for (const migration of pending) await applyOne(client, migration);
  return pending.map(({ name }) => name);
}

/** One start at a time migrates, or gives rights on what was migrated. @throws MigrationError that names who holds the lock for too long */
export async function lockMigrations(client: pg.Client): Promise<void> {
  for (let seconds = 0; ; seconds++) {
    const { rows } = await client.query<{ taken: boolean }>("SELECT pg_try_advisory_lock($1) AS taken", [
      migrationLock,
    ]);
    if (rows[0]?.taken) return;
    if (seconds % 5 === 4 || seconds > patienceForLockSeconds) {
      const holder = await client.query<{ who: string }>(
        `SELECT format('process %s of the database, %s', pid, application_name) AS who
         FROM pg_locks JOIN pg_stat_activity USING (pid)
         WHERE locktype = 'advisory' AND granted AND (classid::bigint << 32 | objid::bigint) = $1`,
        [migrationLock],
      );
      const who = holder.rows[0]?.who ?? "unknown";
      if (seconds > patienceForLockSeconds) {
        throw new MigrationError(
          `Another start has been migrating this database for ${patienceForLockSeconds / 60} minutes (${who}). ` +
            "If none is running, end that process with pg_terminate_backend.",
        );
      }
      log.warn({ holder: who }, "another start is migrating this database: waiting");
    }
    await sleep(seconds === 0 ? 100 : 1_000);
  }
}

/** Finds what a database in use still needs; an empty one needs nothing. */
export async function pendingMigrations(
  url: string,
  folder = path.join(process.cwd(), "prisma/migrations"),
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = await openClient(url, "keyshelf-migrate");
  try {
    const { rows: found } = await client.query<{ there: boolean }>(
      "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS there",
    );
    if (!found[0]?.there) return [];
    const history = readHistory(await readApplied(client), migrations);
    const applied = new Set(history.map(({ name }) => name));
    return applied.size === 0 ? [] : migrations.map(({ name }) => name).filter((name) => !applied.has(name));
  } finally {
    await client.end();
  }
}

/**
 * Brings the database to the newest schema: the Prisma migrations of `prisma/migrations`, then graphile-worker's own.
 * Safe to call from any number of processes at once; the names applied by this one are returned. Each migration and
 * its row in Prisma's history are one transaction, which Prisma's engine behind a driver adapter cannot offer: it cuts
 * a script at every semicolon, those inside functions included.
 */
export async function migrate(
  url: string,
  folder = path.join(process.cwd(), "prisma/migrations"),
  /** These alone: for the schema that a backup was made of. */
  only?: ReadonlySet<string>,
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).filter(({ name }) => !only || only.has(name));
  const client = await openClient(url, "keyshelf-migrate", { patienceMs: null }).catch((error: unknown) => {
    throw connectionProblem(error);
  });
  try {
    const schema = readDatabaseAddress(url)?.schema ?? null;
    await requireUsableServer(client, schema);
    if (schema) await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    // A role may have limits of its own, which are meant for the shop's statements.
    await client.query(`SET statement_timeout = 0; SET lock_timeout = '${lockTimeout}'`);
    await lockMigrations(client);
    const applied = await applyPending(client, migrations);
    await migrateQueueAt(url);
    return applied;
  } finally {
    await client.end();
  }
}

async function migrateQueueAt(url: string): Promise<void> {
  const pgPool = new GuardedPool(url, { max: 2, name: "keyshelf-migrate" });
  // A connection that breaks while it is idle is replaced; the statement that needs it says what is wrong.
  pgPool.on("error", () => undefined);
  try {
    await migrateQueue(pgPool);
  } finally {
    await pgPool.end();
  }
}
