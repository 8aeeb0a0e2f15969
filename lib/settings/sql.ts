import { sql } from "kysely";
import type { SqlReader } from "../db/kysely";

/** Makes everybody else who saves settings wait until this transaction ends; they can still be read. */
export const lockSettings = (tx: SqlReader) =>
  sql`LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE`.execute(tx.sql);
