import { type SqlBool, sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";
import { hasOpenJob } from "../../jobs/sql/graphile-private";

/** The oldest mails that failed for good, locked; those that another call holds are left out. One-time codes have expired by then. */
export async function lockFailedMails(tx: SqlReader, limit: number): Promise<number[]> {
  const rows = await tx.sql
    .selectFrom("mails")
    .select("id")
    .where("status", "=", sql.lit("failed"))
    .where("kind", "<>", sql.lit("code"))
    .orderBy("id")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks the mails among these that may be sent again. */
export async function lockMails(tx: SqlReader, ids: readonly number[]): Promise<number[]> {
  const rows = await tx.sql
    .selectFrom("mails")
    .select("id")
    .where("id", "=", sql<number>`ANY(${[...ids]}::int[])`)
    .where("kind", "<>", sql.lit("code"))
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Kinds of mail that are not true any more when they are late: a code has expired, and so has the order that was to be
 * paid.
 */
const soonOver = ["code", "order_open", "order_ending"];

/** The oldest mails that were written since then and wait for a mail server, locked; those that another call holds are left out. */
export async function lockWaitingMails(tx: SqlReader, since: Date, limit: number): Promise<number[]> {
  const rows = await tx.sql
    .selectFrom("mails")
    .select("id")
    .where("status", "=", sql.lit("outbox"))
    .where("created_at", ">=", since)
    .where("kind", "not in", soonOver)
    .orderBy("created_at")
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Their jobs, in one statement. */
export const queueMails = (tx: SqlReader, ids: readonly number[], attempts: number) =>
  sql`SELECT (graphile_worker.add_job('mail.send', json_build_object('mailId', id), max_attempts => ${attempts}::int,
      job_key => 'mail.send:' || id)).id FROM unnest(${[...ids]}::int[]) AS id`.execute(tx.sql);

interface AlertRow {
  kind: string;
  message: string;
  data: string;
  reference: string | null;
  dedupeKey: string;
}

/** Inserts the alert, or counts it again and opens it. @returns whether no alert of this kind was open under its key */
export async function upsertAlert(tx: SqlReader, alert: AlertRow): Promise<boolean> {
  const at = now();
  // In a statement of its own: one that locks the row and changes it too does not see it any more.
  const former = await tx.sql
    .selectFrom("alerts")
    .select(["kind", "resolved_at"])
    .where("dedupe_key", "=", alert.dedupeKey)
    .forUpdate()
    .executeTakeFirst();
  const { isInserted } = await tx.sql
    .insertInto("alerts")
    .values({
      kind: alert.kind,
      message: alert.message,
      data: typed(alert.data, "jsonb"),
      reference: alert.reference,
      dedupe_key: alert.dedupeKey,
      created_at: at,
      last_seen_at: at,
    })
    .onConflict((row) =>
      row.column("dedupe_key").doUpdateSet((known) => ({
        kind: known.ref("excluded.kind"),
        message: known.ref("excluded.message"),
        data: known.ref("excluded.data"),
        count: known("alerts.count", "+", 1),
        last_seen_at: known.ref("excluded.last_seen_at"),
        resolved_at: null,
      })),
    )
    .returning(sql<boolean>`xmax = 0`.as("isInserted"))
    .executeTakeFirstOrThrow();
  // The second of two writers that find none at once updates the row that the first has inserted.
  return former ? former.resolved_at !== null || former.kind !== alert.kind : isInserted;
}

interface EventRow {
  kind: string;
  alertKind: string | null;
  data: string;
  reference: string | null;
  dedupeKey: string;
}

/** @returns the event's id, undefined when no enabled channel wants its kind or its key is known */
export async function insertWantedEvent(tx: SqlReader, event: EventRow): Promise<number | undefined> {
  const row = await tx.sql
    .insertInto("operator_events")
    .columns(["kind", "alert_kind", "data", "reference", "dedupe_key", "created_at"])
    .expression(
      tx.sql
        .selectNoFrom([
          typed(event.kind, "text").as("kind"),
          typed(event.alertKind, "text").as("alert_kind"),
          typed(event.data, "jsonb").as("data"),
          typed(event.reference, "text").as("reference"),
          typed(event.dedupeKey, "text").as("dedupe_key"),
          typed(now(), "timestamptz").as("created_at"),
        ])
        .where((wanted) =>
          wanted.exists(
            wanted
              .selectFrom("notification_channels as channel")
              .select("channel.id")
              .where("channel.is_enabled", "=", true)
              .where(
                (channel) => sql<SqlBool>`jsonb_exists(${channel.ref("channel.events")}, ${event.kind})`,
              ),
          ),
        ),
    )
    .onConflict((known) => known.column("dedupe_key").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

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

/**
 * Makes everybody else who saves a text wait until this transaction ends, also for a row that is not there yet; mails
 * still read them.
 */
export const lockMailTexts = (tx: SqlReader) =>
  sql`LOCK TABLE mail_texts IN SHARE ROW EXCLUSIVE MODE`.execute(tx.sql);
