import { sql } from "kysely";
import type { SqlReader } from "../db/kysely";

/** Makes everybody else who takes the same lock wait until this transaction ends. */
export const takeAdvisoryLock = (tx: SqlReader, lock: number) =>
  sql`SELECT pg_advisory_xact_lock(${lock}::bigint)`.execute(tx.sql);
