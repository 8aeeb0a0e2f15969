import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { migrate, pendingMigrations } from "@/lib/db/migrations/migrate";
import { writeFormerHistory } from "../../support/builders/former-history";
import { directQuery as query } from "../../support/harness/direct-query";

const admin = () => {
  const address = new URL(inject("testRun").templateUrl);
  address.pathname = "/postgres";
  return address.href;
};

let folder: string;
let url: string;
let name: string;

async function write(migration: string, sql: string): Promise<void> {
  await mkdir(path.join(folder, migration), { recursive: true });
  await writeFile(path.join(folder, migration, "migration.sql"), sql);
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "keyshelf-migrations-"));
  name = `${inject("testRun").prefix}_migrate_${process.pid}`;
  await query(admin(), `CREATE DATABASE ${name}`);
  const address = new URL(admin());
  address.pathname = `/${name}`;
  url = address.href;
});

afterEach(async () => {
  await query(admin(), `DROP DATABASE ${name} WITH (FORCE)`);
  await rm(folder, { recursive: true, force: true });
});

const finished = async () =>
  (
    await query(
      url,
      "SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY 1",
    )
  ).map((row) => row.name);

describe("migrating", () => {
  it("applies each migration once when several processes start at the same time", async () => {
    const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await finished()).toEqual(applied.flat());
    const [queue] = await query(
      url,
      "SELECT to_regprocedure('graphile_worker.add_job(text)') AS there, to_regclass('graphile_worker.jobs') AS jobs",
    );
    expect(queue?.jobs).toBe("graphile_worker.jobs");
  });

  it("adopts a database of the former migrations as it is, whoever of several starts comes first", async () => {
    const names = await migrate(url);
    await query(url, "UPDATE receipt_series SET last_sequence = 7");
    const series = () => query(url, "SELECT * FROM receipt_series ORDER BY kind");
    const before = await series();
    await writeFormerHistory(url);
    expect(await pendingMigrations(url)).toEqual([]);
    expect(await Promise.all([migrate(url), migrate(url)])).toEqual([[], []]);
    expect(await finished()).toEqual(names);
    expect(await series()).toEqual(before);
  });

  it("refuses a database that ends among the former migrations, and names the commit to start first", async () => {
    await migrate(url);
    await writeFormerHistory(url, 40);
    const before = await finished();
    await expect(migrate(url)).rejects.toThrow(/older Keyshelf, .*0041_big_ids\. Start the commit b74b59db/);
    expect(await finished()).toEqual(before);
  });

  it("keeps functions whole, whose bodies are full of semicolons", async () => {
    await write(
      "0001_function",
      "CREATE FUNCTION twice(n int) RETURNS int LANGUAGE plpgsql AS $$ BEGIN n := n * 2; RETURN n; END; $$;",
    );
    await migrate(url, folder);
    expect(await query(url, "SELECT twice(21) AS answer")).toEqual([{ answer: 42 }]);
  });

  it("takes a failing migration back whole and applies it when it was repaired", async () => {
    await write("0001_first", "CREATE TABLE first (n int);");
    await write("0002_second", "CREATE TABLE second (n int); CREATE TABLE first (n int);");
    await expect(migrate(url, folder)).rejects.toThrow(
      /0002_second failed and was taken back whole: .*first/,
    );
    expect(await query(url, "SELECT to_regclass('second') AS second")).toEqual([{ second: null }]);
    expect(await finished()).toEqual(["0001_first"]);
    await write("0002_second", "CREATE TABLE second (n int);");
    expect(await migrate(url, folder)).toEqual(["0002_second"]);
  });

  it("passes over the trace of an attempt by Prisma's own command that was killed", async () => {
    await write("0001_first", "CREATE TABLE first (n int);");
    await migrate(url, folder);
    await write("0002_second", "CREATE TABLE second (n int);");
    await query(
      url,
      "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (gen_random_uuid(), 'x', '0002_second')",
    );
    expect(await migrate(url, folder)).toEqual(["0002_second"]);
    expect(
      await query(url, "SELECT count(*)::int AS open FROM _prisma_migrations WHERE finished_at IS NULL"),
    ).toEqual([{ open: 0 }]);
  });

  it("refuses a database that a newer version has used", async () => {
    await write("0001_first", "SELECT 1;");
    await write("0002_newer", "SELECT 1;");
    await migrate(url, folder);
    await rm(path.join(folder, "0002_newer"), { recursive: true });
    await expect(migrate(url, folder)).rejects.toThrow(/newer Keyshelf .*0002_newer/);
  });

  it("accepts a newer version's migration that says from which version on it can be used", async () => {
    await write("0001_first", "CREATE TABLE first (n int);");
    await write("0002_column", "-- compatible-from: 0001\nALTER TABLE first ADD note text;");
    await write("0003_more", "-- compatible-from: 0002\nALTER TABLE first ADD more text;");
    await migrate(url, folder);
    await rm(path.join(folder, "0003_more"), { recursive: true });
    expect(await migrate(url, folder)).toEqual([]);
    await rm(path.join(folder, "0002_column"), { recursive: true });
    await expect(migrate(url, folder)).rejects.toThrow(/newer Keyshelf .*0003_more/);
  });

  it("steps back from a table in use, so that others do not wait behind it, and comes again", async () => {
    await write("0001_first", "CREATE TABLE first (n int);");
    await migrate(url, folder);
    await write("0002_column", "ALTER TABLE first ADD note text;");
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query("BEGIN; SELECT * FROM first");
    const migrating = migrate(url, folder);
    // It can be read while the migration waits: at the latest when that has stepped back.
    await query(url, "SELECT pg_sleep(1)");
    expect(await query(url, "SELECT count(*)::int AS n FROM first")).toEqual([{ n: 0 }]);
    await reader.query("COMMIT");
    await reader.end();
    expect(await migrating).toEqual(["0002_column"]);
  });

  it("runs a file without a transaction statement by statement", async () => {
    await write("0001_first", "CREATE TABLE first (n int);");
    await write(
      "0002_index",
      "-- no transaction\nDROP INDEX CONCURRENTLY IF EXISTS by_n;\nCREATE INDEX CONCURRENTLY by_n ON first (n);\n",
    );
    expect(await migrate(url, folder)).toEqual(["0001_first", "0002_index"]);
    expect(
      await query(url, "SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'by_n'::regclass"),
    ).toEqual([{ valid: true }]);
  });

  it("is not stopped by a statement timeout of the role", async () => {
    await query(url, `ALTER DATABASE ${name} SET statement_timeout = '200ms'`);
    await write("0001_slow", "SELECT pg_sleep(1);");
    expect(await migrate(url, folder)).toEqual(["0001_slow"]);
  });

  it("refuses a migration that was changed after it was applied", async () => {
    await write("0001_first", "SELECT 1;");
    await migrate(url, folder);
    await write("0001_first", "SELECT 2;");
    await expect(migrate(url, folder)).rejects.toThrow(/0001_first was changed/);
  });

  it("explains an address that cannot be used without repeating its password", async () => {
    const wrong = new URL(url);
    wrong.password = "open-sesame";
    await expect(migrate(wrong.href, folder)).rejects.toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/^(?!.*open-sesame).*the user name or the password is wrong/),
      }),
    );
    const nowhere = new URL(url);
    nowhere.pathname = "/nowhere";
    await expect(migrate(nowhere.href, folder)).rejects.toThrow(/does not exist; create it first/);
  });
});
