import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** Writers of this short list take turns: its length is counted. */
export const lockSavedReplies = (tx: SqlReader) =>
  sql`LOCK TABLE saved_replies IN SHARE ROW EXCLUSIVE MODE`.execute(tx.sql);
