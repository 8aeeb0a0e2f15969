import { Logger, runMigrations } from "graphile-worker";
import type pg from "pg";

/** Each step is logged; only what fails is of interest, and that throws. */
const silent = new Logger(() => () => {});

/** Brings the queue's own tables to the version of its library. */
export async function migrateQueue(pgPool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool, logger: silent });
  // Version 0.17 marks a migration as breaking that changes nothing (decision 107): a process of the version before could not
  // start beside this one. A role that owns nothing may only read here, and the owner has done it before.
  const { rowCount } = await pgPool.query(
    "SELECT FROM graphile_worker.migrations WHERE id = 19 AND breaking",
  );
  if (rowCount) await pgPool.query("UPDATE graphile_worker.migrations SET breaking = false WHERE id = 19");
}
