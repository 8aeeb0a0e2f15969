import pg from "pg";
import type { TestRun } from "./global-setup";

const ignored = ["_prisma_migrations"];

/**
 * Empties every table that has a file with something in it. Rows are deleted: TRUNCATE makes new files for a table, its indexes and
 * all that refer to it, which costs a hundred times as much. It is left for what has grown, since nothing is vacuumed here.
 */
const emptyAll = `
DO $$
DECLARE
  place text;
  used text[];
  grown text[];
BEGIN
  SET LOCAL lock_timeout = '10s';
  -- The audit log and the ledger refuse to be emptied; production code has no such line.
  SET LOCAL session_replication_role = replica;
  SELECT array_agg(name), array_agg(name) FILTER (WHERE size > 256 * 1024) INTO used, grown FROM (
    SELECT oid::regclass::text AS name, pg_relation_size(oid) AS size FROM pg_class
    WHERE relkind = 'r' AND (
      (relnamespace = 'public'::regnamespace AND NOT relname = ANY ('{${ignored.join(",")}}')) OR oid = ANY (ARRAY[
        'graphile_worker._private_jobs', 'graphile_worker._private_job_queues', 'graphile_worker._private_known_crontabs'
      ]::regclass[]))
  ) AS tables WHERE size > 0;
  IF used IS NOT NULL THEN
    -- Waits for what the test before still writes.
    EXECUTE 'LOCK TABLE ' || array_to_string(used, ', ') || ' IN EXCLUSIVE MODE';
    IF grown IS NOT NULL THEN
      EXECUTE 'TRUNCATE ' || array_to_string(grown, ', ') || ' CASCADE';
    END IF;
    FOREACH place IN ARRAY used LOOP
      EXECUTE 'DELETE FROM ' || place;
    END LOOP;
  END IF;
  PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence JOIN pg_class ON oid = seqrelid
  WHERE relnamespace = 'public'::regnamespace;
END $$`;

const withDatabase = (url: string, name: string) => {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
};

/** Hands over a connection to the run's server, and closes it. */
export async function onServer<T>(run: TestRun, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: withDatabase(run.templateUrl, "postgres") });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/**
 * A database of its own for a second app process or a second shop in one test: with the schema and no rows, or as the database
 * of the run that ends with `like`, to which nobody may be connected.
 */
export async function createDatabase(run: TestRun, suffix: string, like?: string): Promise<string> {
  const template = like ? `${run.prefix}_${like}` : new URL(run.templateUrl).pathname.slice(1);
  const name = `${run.prefix}_${suffix}`;
  await onServer(run, async (admin) => {
    try {
      await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    } catch (error) {
      if ((error as { code?: string }).code !== "42P04") throw error;
    }
  });
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
