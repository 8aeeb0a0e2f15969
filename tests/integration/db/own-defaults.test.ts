import pg from "pg";
import { describe, expect, inject, it } from "vitest";
import { connection, db, inDatabase } from "@/lib/db/client";
import { openClient } from "@/lib/db/connections/guarded-client";
import { GuardedPool } from "@/lib/db/connections/guarded-pool";
import { inTransaction } from "@/lib/db/transaction";
import { hasPgbouncer, startPgbouncer } from "../../support/fakes/pgbouncer";
import { createDatabase } from "../../support/harness/database";

/** Defaults of a server that somebody else has set up; each of them has cost a shop time or an error. */
const foreign = {
  DateStyle: "SQL, DMY",
  TimeZone: "Asia/Shanghai",
  default_transaction_isolation: "serializable",
  jit: "on",
  max_parallel_workers_per_gather: "4",
};
const ours = {
  DateStyle: "ISO, YMD",
  TimeZone: "UTC",
  default_transaction_isolation: "read committed",
  jit: "off",
  max_parallel_workers_per_gather: "0",
};
type Settings = Record<string, string>;
const names = Object.keys(foreign);
const readSettings = `SELECT ${names.map((name) => `current_setting('${name}') AS "${name}"`).join(", ")}`;

async function aForeignDatabase(suffix: string): Promise<string> {
  const url = await createDatabase(inject("testRun"), suffix);
  const name = new URL(url).pathname.slice(1);
  const statements = Object.entries(foreign).map(
    ([setting, value]) => `ALTER DATABASE ${name} SET ${setting} = '${value}'`,
  );
  await db().$executeRawUnsafe(`DO $$ BEGIN ${statements.join("; ")}; END $$`);
  return url;
}

describe("a server with other defaults", () => {
  it("plans and answers as every other: for the pool, in a transaction, for the queue and for the locks", async () => {
    const url = await aForeignDatabase("foreign");
    await inDatabase(url, async () => {
      const { rows } = await connection().pool.query<Settings>(readSettings);
      expect(rows).toEqual([ours]);
      expect(await inTransaction((tx) => tx.$queryRawUnsafe<Settings[]>(readSettings))).toEqual([ours]);
    });
    const queue = new GuardedPool(url, { max: 1, name: "keyshelf-test-queue" });
    expect((await queue.query<Settings>(readSettings)).rows).toEqual([ours]);
    await queue.end();
    const lock = await openClient(url, "keyshelf-test-lock");
    expect((await lock.query<Settings>(readSettings)).rows).toEqual([ours]);
    await lock.end();
  });

  it.skipIf(!hasPgbouncer)(
    "does so on every server process behind a pooler in transaction mode",
    async () => {
      const url = await aForeignDatabase("foreign_pooled");
      const bouncer = await startPgbouncer(url, "transaction");
      // One connection of ours has told the pooler's first process; the others begin later, for clients that set nothing.
      const pool = new GuardedPool(bouncer.url, { max: 1, name: "keyshelf-test", keepsPlans: false });
      const strangers: pg.Client[] = [];
      try {
        await pool.query("SELECT 1");
        for (let n = 0; n < 4; n += 1) strangers.push(await bouncer.session());
        for (const stranger of strangers) await stranger.query("BEGIN");
        const found: (Settings & { pid: number })[] = [];
        for (const stranger of strangers)
          found.push(...(await stranger.query(`${readSettings}, pg_backend_pid() AS pid`)).rows);
        expect(new Set(found.map(({ pid }) => pid)).size).toBe(4);
        // The pooler itself keeps these two for each client.
        const { DateStyle: _, TimeZone: __, ...kept } = ours;
        expect(found).toEqual(found.map(() => expect.objectContaining(kept)));
      } finally {
        await Promise.all(strangers.map((stranger) => stranger.end()));
        await pool.end();
        await bouncer.stop();
      }
    },
  );

  it("is seen by the test: without our settings it differs in each", async () => {
    const url = await aForeignDatabase("foreign_bare");
    const bare = new pg.Client({ connectionString: url });
    await bare.connect();
    expect((await bare.query<Settings>(readSettings)).rows).toEqual([foreign]);
    await bare.end();
  });
});
