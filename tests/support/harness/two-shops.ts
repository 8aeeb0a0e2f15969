import { inject } from "vitest";
import { getConfig } from "@/lib/config/config";
import { disconnect } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { forgetSettings } from "@/lib/settings/queries";
import { createDatabase } from "./database";
import { overrideConfig } from "./test-config";

/** Further databases of this test worker, each a shop of its own. */
export const anotherDatabase = (name: string): Promise<string> =>
  createDatabase(inject("testRun"), `w${process.env.VITEST_POOL_ID ?? "1"}_${name}`);

/** Does `work` on another shop's database, and comes back to where it was. */
export async function onDatabase<T>(url: string, work: () => Promise<T>): Promise<T> {
  const before = getConfig().database.url;
  await disconnect();
  forgetSettings();
  overrideConfig({ "database.url": url });
  try {
    return await work();
  } finally {
    await disconnect();
    forgetSettings();
    overrideConfig({ "database.url": before ?? "" });
  }
}

/**
 * A database of a former run of the same file is emptied by hand: the harness empties only the worker's own. The
 * shop that was started on it may be at its jobs: a deadlock is tried again.
 */
export async function emptyOther(): Promise<void> {
  await inTransaction((tx) =>
    tx.$executeRawUnsafe(`
    DO $$ DECLARE names text; BEGIN
      SET LOCAL session_replication_role = replica;
      SELECT string_agg(format('%I.%I', schemaname, tablename), ', ') INTO names FROM pg_tables
      WHERE (schemaname = 'public' AND tablename <> '_prisma_migrations')
         OR (schemaname = 'graphile_worker' AND tablename IN ('_private_jobs', '_private_job_queues', '_private_known_crontabs'));
      EXECUTE 'TRUNCATE ' || names || ' RESTART IDENTITY CASCADE';
    END $$`),
  );
}
