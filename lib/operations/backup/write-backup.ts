import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { now } from "../../core/clock";
import { openClient } from "../../db/connections/guarded-client";
import { sealBackup } from "./backup-file";
import { type BackupEnd, dataFrame, noteFrame } from "./frames";
import { sequenceValues, tablesInOrder } from "./tables";

export interface BackupSummary {
  createdAt: Date;
  tables: number;
  rows: number;
}

async function* frames(client: pg.Client, ended: (end: BackupEnd) => void): AsyncGenerator<Buffer> {
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations
     WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY migration_name`,
  );
  const { rows: version } = await client.query<{ server: string }>("SELECT version() AS server");
  yield noteFrame({ kind: "start", server: version[0]?.server ?? "", migrations });
  const tables = await tablesInOrder(client);
  let rows = 0;
  for (const { name, columns } of tables) {
    yield noteFrame({ kind: "table", table: name, columns });
    const copy = client.query(copyTo(`COPY ${name} (${columns.join(", ")}) TO STDOUT`));
    for await (const chunk of copy) yield dataFrame(chunk as Buffer);
    rows += copy.rowCount;
    yield noteFrame({ kind: "end", rows: copy.rowCount });
  }
  const { rows: sequences } = await client.query<BackupEnd["sequences"][number]>(sequenceValues);
  const end: BackupEnd = { kind: "done", tables: tables.length, rows, sequences };
  yield noteFrame(end);
  ended(end);
}

/**
 * Writes the whole shop as it was at one moment, while it goes on selling: one snapshot, a COPY for each table. It needs
 * nothing but a connection, so it is the same for the embedded database and for any other.
 */
export async function writeBackup(
  url: string,
  masterKey: Uint8Array,
  output: Writable,
): Promise<BackupSummary> {
  const client = await openClient(url, "keyshelf-backup", { patienceMs: null });
  try {
    await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0");
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const createdAt = now();
    const ends: BackupEnd[] = [];
    const source = Readable.from(frames(client, (end) => ends.push(end)));
    await pipeline(source, createGzip({ level: 6 }), sealBackup(masterKey, createdAt), output);
    await client.query("COMMIT");
    const [end] = ends;
    if (!end) throw new Error("The backup did not come to its end");
    return { createdAt, tables: end.tables, rows: end.rows };
  } finally {
    await client.end();
  }
}
