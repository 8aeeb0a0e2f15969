import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** One sentence for the operator. */
export class MigrationError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MigrationError";
  }
}

/** Any number that no other program of this database uses as its lock. */
const migrationLock = 5_174_230_021;

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

export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, "migration.sql")))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

/** What a connection error means to the person who wrote the address. */
function connectionProblem(error: unknown): MigrationError {
  const { code, message } = error as { code?: string; message: string };
  const reasons: Record<string, string> = {
    ECONNREFUSED: "nothing answers at that address",
    ENOTFOUND: "the host name is unknown",
    ETIMEDOUT: "the host does not answer",
    "28P01": "the user name or the password is wrong",
    "28000": "the user may not connect",
    "3D000": "the database does not exist; create it first",
  };
  const reason = reasons[code ?? ""] ?? message;
  return new MigrationError(`The database at database.url (DATABASE_URL) cannot be used: ${reason}.`, {
    cause: error,
  });
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
    // A row of an attempt that was cut off would make Prisma's own commands refuse.
    await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1 AND finished_at IS NULL", [
      migration.name,
    ]);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw new MigrationError(
      `The migration ${migration.name} failed and was taken back whole: ${(error as Error).message}`,
      { cause: error },
    );
  }
}

async function applyPending(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(historyTable);
  const { rows } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  );
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]));
  const unknown = rows.find(({ name }) => !migrations.some((migration) => migration.name === name));
  if (unknown) {
    throw new MigrationError(
      `The database was used by a newer Keyshelf (it has the migration ${unknown.name}). Start that version.`,
    );
  }
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed) {
    throw new MigrationError(
      `The migration ${changed.name} was changed after it was applied to this database. Restore the file, ` +
        "or begin with an empty database.",
    );
  }
  const pending = migrations.filter(({ name }) => !applied.has(name));
  for (const migration of pending) await applyOne(client, migration);
  return pending.map(({ name }) => name);
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
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    application_name: "keyshelf-migrate",
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    throw connectionProblem(error);
  }
  try {
    await client.query("SELECT pg_advisory_lock($1)", [migrationLock]);
    const applied = await applyPending(client, migrations);
    await migrateQueue(url);
    return applied;
  } finally {
    await client.end();
  }
}

/** graphile-worker logs each of its steps; only what fails is of interest, and that throws. */
async function migrateQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url, maxPoolSize: 2, logger: new Logger(() => () => {}) });
}
