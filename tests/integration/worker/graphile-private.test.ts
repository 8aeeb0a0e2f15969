import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { connection, db } from "@/lib/db/client";
import { migrateQueue } from "@/lib/db/migrations/migrate-queue";
import { privateColumns } from "@/lib/jobs/sql/graphile-private";

describe("the queue's own tables", () => {
  it("have the columns that lib/jobs/sql/graphile-private.ts reads and writes, of the same types", async () => {
    await migrateQueue(connection().pool);
    const { rows } = await sql<{ name: string; column: string; type: string }>`
      SELECT table_name AS name, column_name AS column, data_type AS type FROM information_schema.columns
      WHERE table_schema = 'graphile_worker'`.execute(db().sql);
    const actual = Object.entries(privateColumns).map(([table, columns]) => [
      table,
      Object.fromEntries(
        Object.keys(columns).map((column) => [
          column,
          rows.find((row) => row.name === table && row.column === column)?.type,
        ]),
      ),
    ]);
    expect(Object.fromEntries(actual)).toEqual(privateColumns);
  });

  it("are at the version of the schema that the file was written for", async () => {
    await migrateQueue(connection().pool);
    const { rows } = await sql<{ version: number }>`
      SELECT max(id)::int AS version FROM graphile_worker.migrations`.execute(db().sql);
    // After an update of graphile-worker: read its new migrations, correct the file, then this number.
    expect(rows).toEqual([{ version: 19 }]);
  });

  it("let a process of the version before start beside this one (decision 107)", async () => {
    const { rows } = await sql<{ breaking: number }>`
      SELECT max(id)::int AS breaking FROM graphile_worker.migrations WHERE breaking`.execute(db().sql);
    expect(rows).toEqual([{ breaking: 16 }]);
  });
});
