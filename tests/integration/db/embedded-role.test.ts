import path from "node:path";
import pg from "pg";
import { afterEach, describe, expect, inject, it as plainIt } from "vitest";
import { getConfig } from "@/lib/config/config";
import { db, disconnect } from "@/lib/db/client";
import { letShopIn } from "@/lib/db/embedded/shop-role";
import { type EmbeddedDatabase, startEmbedded } from "@/lib/db/embedded/start-embedded";
import { missingRights } from "@/lib/db/migrations/grant-role";
import { migrate } from "@/lib/db/migrations/migrate";
import { readMigrations } from "@/lib/db/migrations/migration-files";
import { openDatabase } from "../../../server/open-database";
import { Stopping } from "../../../server/stopping";
import { directQuery } from "../../support/harness/direct-query";
import { isTurnOf } from "../../support/harness/seed";
import { it } from "../../support/harness/shell-test";
import { overrideConfig } from "../../support/harness/test-config";
import { fast } from "../../support/harness/test-server";

const denied = "42501";
const appendOnly = ["audit_logs", "ledger_entries", "ledger_transfers", "order_events"];

async function onClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The code of the refusal of each statement; `done` where there is none. */
const answersOf = (url: string, statements: readonly string[]) =>
  onClient(url, async (client) => {
    const answers: Record<string, string | undefined> = {};
    for (const statement of statements)
      answers[statement] = await client.query(statement).then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
    return answers;
  });

const all = (statements: readonly string[], answer: string) =>
  Object.fromEntries(statements.map((statement) => [statement, answer]));

const triggersOf = `SELECT tgrelid::regclass::text AS "table", tgname AS name FROM pg_trigger JOIN pg_proc f ON f.oid = tgfoid
  WHERE proname LIKE '%append\\_only' ORDER BY 1, 2`;

/** All that would change history, on each table that has one. */
function attacksOn(triggers: { table: string; name: string }[]): string[] {
  const tables = [...new Set(triggers.map(({ table }) => table))];
  return [
    ...tables.flatMap((table) => [
      `UPDATE ${table} SET id = id`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table} CASCADE`,
      `ALTER TABLE ${table} ADD COLUMN mine int`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
      `DROP TABLE ${table} CASCADE`,
      `CREATE TRIGGER mine BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    ]),
    ...triggers.map(({ table, name }) => `DROP TRIGGER ${name} ON ${table}`),
    "SET session_replication_role = replica",
    "SET ROLE keyshelf",
    "ALTER ROLE CURRENT_USER SUPERUSER",
    "CREATE TABLE mine (id int)",
    "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "COPY orders TO PROGRAM 'cat'",
    "SELECT pg_read_file('PG_VERSION')",
    "DELETE FROM _prisma_migrations",
  ];
}

const missing = (ownerUrl: string) => onClient(ownerUrl, (owner) => missingRights(owner, "keyshelf_shop"));

const stoppings: Stopping[] = [];
afterEach(async () => {
  for (const stopping of stoppings.splice(0)) await stopping.stop();
  delete process.env.DATABASE_URL;
});

/** As `npm start` opens it. */
async function openShop(dataDir: string): Promise<string> {
  await disconnect();
  overrideConfig({ dataDir, "database.url": "" });
  const stopping = new Stopping();
  stoppings.push(stopping);
  return openDatabase(stopping);
}

const migrations = path.resolve(import.meta.dirname, "../../../prisma/migrations");

describe("a shop with the embedded database", { timeout: 240_000 }, () => {
  it("works as a role that can neither rewrite what only grows nor change the schema, also from a folder that had no such role [C105]", async ({
    skip,
    shell: { box, discard },
  }) => {
    skip(!isTurnOf(0, 2));
    const dataDir = path.join(box, "older");
    discard(dataDir);
    const older = await startEmbedded({ dataDir, settings: fast });
    const names = (await readMigrations(migrations)).map(({ name }) => name);
    await migrate(older.url, migrations, new Set(names.filter((name) => name < "0082")));
    await older.stop();
    const url = await openShop(dataDir);
    expect(getConfig().database.url).toBe(url);
    expect(await db().$queryRaw`SELECT current_user::text AS role`).toEqual([{ role: "keyshelf_shop" }]);
    const triggers = await onClient(url, async (client) => {
      const { rows } = await client.query("SELECT max(migration_name) AS name FROM _prisma_migrations");
      expect(rows).toEqual([{ name: names.at(-1) }]);
      return (await client.query<{ table: string; name: string }>(triggersOf)).rows;
    });
    expect([...new Set(triggers.map(({ table }) => table))]).toEqual(appendOnly);
    const attacks = attacksOn(triggers);
    expect(await answersOf(url, attacks)).toEqual(all(attacks, denied));
  });

  it("lends its commands that role, beside it and alone [C105]", async ({ skip, shell: { aShop, json } }) => {
    skip(!isTurnOf(1, 2));
    const { dataDir } = await aShop();
    const alone = ["list-staff", "verify-audit", "check-ledger"];
    for (const command of alone.filter((_, at) => isTurnOf(at, 3))) await json(dataDir, command);
    await openShop(dataDir);
    await json(dataDir, "backup");
    const sessions = await db().$queryRaw`SELECT DISTINCT usename::text AS role FROM pg_stat_activity
      WHERE application_name LIKE 'keyshelf%'`;
    expect(sessions).toEqual([{ role: "keyshelf_shop" }]);
  });

  it("repairs the role wherever an earlier start was cut off, and covers each new table that only grows by its trigger [C105]", async ({
    skip,
    shell: { aShop },
  }) => {
    skip(!isTurnOf(2, 2));
    const { dataDir } = await aShop();
    let database: EmbeddedDatabase | undefined;
    try {
      database = await startEmbedded({ dataDir, settings: fast });
      const ownerUrl = database.url;
      const states = [
        "SELECT 1",
        "DROP OWNED BY keyshelf_shop; DROP ROLE keyshelf_shop; CREATE ROLE keyshelf_shop",
        "ALTER ROLE keyshelf_shop SUPERUSER",
        "ALTER ROLE keyshelf_shop PASSWORD 'another'",
        "GRANT ALL ON audit_logs, order_events TO keyshelf_shop",
        "REVOKE ALL ON orders FROM keyshelf_shop; REVOKE USAGE ON SCHEMA graphile_worker FROM keyshelf_shop",
        `CREATE TABLE diary (id serial); CREATE TRIGGER only_grows BEFORE UPDATE OR DELETE ON diary
          FOR EACH STATEMENT EXECUTE FUNCTION ledger_is_append_only()`,
      ];
      for (const state of states) {
        await onClient(ownerUrl, (client) => client.query(state));
        const [url] = await Promise.all([letShopIn(ownerUrl), letShopIn(ownerUrl)]);
        const changed = ["UPDATE orders SET id = id", "SELECT FROM graphile_worker._private_jobs"];
        const refused = ["DELETE FROM audit_logs", "UPDATE order_events SET id = id", "CREATE ROLE mine"];
        expect([state, await answersOf(url, [...changed, ...refused])]).toEqual([
          state,
          { ...all(changed, "done"), ...all(refused, denied) },
        ]);
      }
      const url = await letShopIn(ownerUrl);
      const [grown, fixed] = [
        ["INSERT INTO diary DEFAULT VALUES"],
        ["DELETE FROM diary", "DROP TABLE diary"],
      ];
      expect(await answersOf(url, [...grown, ...fixed])).toEqual({
        ...all(grown, "done"),
        ...all(fixed, denied),
      });
    } finally {
      await database?.stop();
    }
  });

  it("gets its role whole or not at all from a command that is killed in the middle, and from the next one [C105]", async ({
    skip,
    shell: { aShop, begin, json },
  }) => {
    skip(!isTurnOf(3, 2));
    const { dataDir } = await aShop();
    const database = await startEmbedded({ dataDir, settings: fast });
    try {
      await onClient(database.url, async (owner) => {
        const rolesOf = async () =>
          (await owner.query("SELECT FROM pg_roles WHERE rolname = 'keyshelf_shop'")).rowCount;
        // On connections of their own: a transaction sees one moment of the sessions.
        const makers = async (waits = "%") =>
          (
            await directQuery(
              database.url,
              `SELECT FROM pg_stat_activity WHERE application_name = 'keyshelf-grant' AND coalesce(wait_event_type, '') LIKE '${waits}'`,
            )
          ).length;
        await letShopIn(database.url);
        await owner.query("DROP OWNED BY keyshelf_shop; DROP ROLE keyshelf_shop");
        // Its last statements are policies, which wait for a table in use.
        await owner.query("BEGIN; SELECT FROM graphile_worker._private_jobs");
        const { child, ended } = begin(dataDir, "list-staff");
        await expect.poll(() => makers("Lock"), { timeout: 60_000 }).toBe(1);
        child.kill("SIGKILL");
        await ended;
        await owner.query("COMMIT");
        await expect.poll(() => makers(), { timeout: 60_000 }).toBe(0);
        expect(await rolesOf()).toBe(0);
        await json(dataDir, "list-staff");
        expect(await rolesOf()).toBe(1);
      });
      expect(await missing(database.url)).toEqual([]);
    } finally {
      await database.stop();
    }
  });
});

plainIt("the time line of an order only grows, its owner included [C106]", async () => {
  const statements = [
    "UPDATE order_events SET id = id",
    "DELETE FROM order_events",
    "TRUNCATE order_events CASCADE",
  ];
  const url = getConfig().database.url ?? "";
  expect(await answersOf(url, statements)).toEqual(all(statements, "23001"));
});

plainIt("every table that only grows refuses all three ways to take a row back [C106]", async () => {
  const { rows } = await onClient(inject("testRun").templateUrl, (client) =>
    client.query<{ table: string; ways: string }>(
      `SELECT tgrelid::regclass::text AS "table",
         string_agg(CASE WHEN tgtype & 32 > 0 THEN 'truncate' ELSE 'update, delete' END, ', ' ORDER BY tgtype DESC) AS ways
       FROM pg_trigger JOIN pg_proc f ON f.oid = tgfoid
       WHERE proname LIKE '%append\\_only' AND tgtype & 2 > 0 AND (tgtype & 32 > 0 OR tgtype & 24 = 24) AND tgenabled = 'O'
       GROUP BY 1 ORDER BY 1`,
    ),
  );
  expect(rows.map(({ table }) => table)).toEqual(appendOnly);
  for (const { ways } of rows) expect(ways).toBe("truncate, update, delete");
});
