import pg from "pg";
import type { TestRun } from "./global-setup";

const ignored = ["_prisma_migrations"];

/** Empties what has rows and leaves the rest: emptying every table costs ten times as much. */
const emptyAll = `
DO $$
DECLARE
  place text;
  is_used boolean;
  used text[] := '{}';
BEGIN
  SET LOCAL lock_timeout = '10s';
  -- The audit log and the ledger refuse to be emptied; production code has no such line.
  SET LOCAL session_replication_role = replica;
  FOR place IN
    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
    WHERE (schemaname = 'public' AND NOT tablename = ANY ('{${ignored.join(",")}}'))
       OR (schemaname = 'graphile_worker' AND tablename IN ('_private_jobs', '_private_job_queues', '_private_known_crontabs'))
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s)', place) INTO is_used;
    IF is_used THEN used := used || place; END IF;
  END LOOP;
  IF cardinality(used) > 0 THEN
    EXECUTE 'TRUNCATE ' || array_to_string(used, ', ') || ' RESTART IDENTITY CASCADE';
  END IF;
END $$`;

const withDatabase = (url: string, name: string) => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** A database of its own with the schema and no rows; for a second app process or a second shop in one test. */
export async function createDatabase(run: TestRun, suffix: string): Promise<string> {
  const admin = new pg.Client({ connectionString: withDatabase(run.templateUrl, "postgres") });
  await admin.connect();
  const template = new URL(run.templateUrl).pathname.slice(1);
  const name = `${run.prefix}_${suffix}`;
  try {
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  } catch (error) {
    if ((error as { code?: string }).code !== "42P04") throw error;
  } finally {
    await admin.end();
  }
  return withDatabase(run.templateUrl, name);
}

let cleaner: pg.Client | undefined;

/** @throws when a transaction of the test before is still open: it would hold its tables for ever */
export async function emptyDatabase(url: string): Promise<void> {
  if (!cleaner) {
    cleaner = new pg.Client({ connectionString: url, application_name: "keyshelf-test-cleaner" });
    await cleaner.connect();
  }
  await cleaner.query(emptyAll);
}

export async function closeDatabase(): Promise<void> {
  await cleaner?.end();
  cleaner = undefined;
}
