import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";
import { hasOpenJob } from "../../jobs/sql/graphile-private";

/** Mails that were queued before that time and that no job will send; another's are left out. */
export const lockMailsWithoutJob = (tx: SqlReader, queuedBefore: Date) =>
  tx.sql
    .selectFrom("mails")
    .select(["id", "last_error as lastError"])
    .where("status", "=", sql.lit("queued"))
    .where("created_at", "<", queuedBefore)
    .where((mail) => mail.not(hasOpenJob("mail.send", "mailId", mail.ref("mails.id"))))
    .orderBy("id")
    .forUpdate("mails")
    .skipLocked()
    .execute();
