import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/**
 * Makes everybody else who saves a text wait until this transaction ends, also for a row that is not there yet; mails
 * still read them.
 */
export const lockMailTexts = (tx: SqlReader) =>
  sql`LOCK TABLE mail_texts IN SHARE ROW EXCLUSIVE MODE`.execute(tx.sql);
