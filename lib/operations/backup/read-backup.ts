import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { problem } from "../../core/refusals/refusal";
import { openClient } from "../../db/connections/guarded-client";
import { readHistory } from "../../db/migrations/former-history";
import { migrate } from "../../db/migrations/migrate";
import { readMigrations } from "../../db/migrations/migration-files";
import { BackupError, OpenBackup } from "./backup-file";
import { type BackupEnd, type BackupStart, type Frame, readFrames, type TableStart } from "./frames";
import { removeIndexes } from "./late-indexes";
import { tablesInOrder } from "./tables";

export interface RestoreSummary {
  tables: number;
  rows: number;
  /** Migrations that are newer than the backup, applied after it. */
  migrated: string[];
}

/** Names of the migrations whose schema the backup was made of. @throws BackupError when this version does not know one of them */
async function readSchemaOf({ migrations }: BackupStart, folder: string): Promise<ReadonlySet<string>> {
  const ours = await readMigrations(folder);
  const known = new Map(ours.map(({ name, checksum }) => [name, checksum]));
  const history = readHistory(migrations, ours);
  const unknown = history.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown) {
    throw new BackupError(problem("backup_of_newer_version", { migration: unknown.name }));
  }
  return new Set(history.map(({ name }) => name));
}

async function requireEmpty(client: pg.Client): Promise<void> {
  for (const table of ["staff", "products", "orders"]) {
    const { rows } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
    if (rows.length > 0) throw new BackupError(problem("restore_into_full"));
  }
}

/** Rows come as they were: what a trigger would add or refuse was added or refused when they were made. */
async function takeTables(client: pg.Client, next: () => Promise<Frame>): Promise<BackupEnd> {
  const { rows: found } = await client.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()",
  );
  const own = found.map(({ name }) => name).filter((name) => name !== "_prisma_migrations");
  const all = (await tablesInOrder(client)).map(({ name }) => name);
  for (const table of own) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${all.join(", ")} CASCADE`);
  const makeIndexes = await removeIndexes(client);
  for (;;) {
    const frame = await next();
    if (!("note" in frame)) throw new BackupError(problem("backup_not_in_order"));
    const { note } = frame;
    if (note.kind === "done") {
      await makeIndexes();
      for (const { name, last, isCalled } of note.sequences)
        await client.query("SELECT setval($1::regclass, $2, $3)", [name, last, isCalled]);
      for (const table of own) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
      return note;
    }
    if (note.kind !== "table") throw new BackupError(problem("backup_not_in_order"));
    await takeTable(client, note, next);
  }
}

/** Frozen: every row was made in the transaction that emptied its table, so none has to be written a second time later. */
async function takeTable(client: pg.Client, { table, columns }: TableStart, next: () => Promise<Frame>) {
  const copy = client.query(copyFrom(`COPY ${table} (${columns.join(", ")}) FROM STDIN WITH (FREEZE)`));
  const copied = new Promise<void>((resolve, reject) => {
    copy.once("finish", resolve);
    copy.once("error", reject);
  });
  // The loop awaits `copied` later. Without this an earlier rejection would end the process as unhandled.
  copied.catch(() => undefined);
  for (;;) {
    const frame = await next();
    if ("data" in frame) {
      if (!copy.write(frame.data))
        await Promise.race([new Promise((resolve) => copy.once("drain", resolve)), copied]);
    } else if (frame.note.kind === "end") {
      copy.end();
      await copied;
      if (copy.rowCount !== frame.note.rows)
        throw new BackupError(
          problem("backup_rows_missing", { rows: frame.note.rows, table, arrived: copy.rowCount ?? 0 }),
        );
      return;
    } else throw new BackupError(problem("backup_not_in_order"));
  }
}

/** @throws BackupError; then the database is as empty as it was */
export async function restoreBackup(
  source: Readable,
  { url, masterKeys, migrations }: { url: string; masterKeys: readonly Uint8Array[]; migrations: string },
): Promise<RestoreSummary> {
  const opened = new OpenBackup(masterKeys);
  const unpacked = createGunzip();
  const reading = pipeline(source, opened, unpacked);
  reading.catch(() => undefined);
  const frames = readFrames(unpacked);
  const next = async (): Promise<Frame> => {
    const { done, value } = await frames.next().catch(async (error: unknown) => {
      await reading;
      throw error;
    });
    if (done) throw new BackupError(problem("backup_cut_off"));
    return value;
  };
  const first = await next();
  if (!("note" in first && first.note.kind === "start"))
    throw new BackupError(problem("backup_not_in_order"));
  await migrate(url, migrations, await readSchemaOf(first.note, migrations));
  const client = await openClient(url, "keyshelf-restore", { patienceMs: null });
  try {
    await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    await requireEmpty(client);
    await client.query("BEGIN");
    const { tables, rows } = await takeTables(client, next);
    // Only now is it known that no byte was changed.
    await frames.next();
    await reading;
    await client.query("COMMIT");
    await client.query("ANALYZE");
    return { tables, rows, migrated: await migrate(url, migrations) };
  } finally {
    await client.end();
  }
}
