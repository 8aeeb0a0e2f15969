import { sql } from "kysely";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import type { MailParts } from "../texts/schema";

interface NewMailRow {
  kind: string;
  recipient: string;
  subject: string;
  textSealed: Uint8Array;
  htmlSealed: Uint8Array;
  reference: string | null;
  dedupeKey: string;
  createdAt: Date;
  /** No: it waits in the outbox. */
  hasServer: boolean;
  attempts: number;
}

const selectWording = fixedStatement((query, mail: { kind: string; locale: string }) => ({
  compile: () =>
    sql<{ own: MailParts | null; hasServer: boolean }>`
      SELECT
        (SELECT json_build_object('subject', t.subject, 'heading', t.heading, 'lead', t.lead, 'closing', t.closing)
          FROM mail_texts t WHERE t.kind = ${mail.kind} AND t.locale = ${mail.locale}) AS own,
        EXISTS (SELECT FROM settings s WHERE s.key = 'mailServer' AND s.value <> 'null'::jsonb) AS "hasServer"`.compile(
      query,
    ),
}));

/** What a mail is written with: the operator's own words, and whether the admin names a mail server now. */
export async function findWording(reader: SqlReader, kind: string, locale: string) {
  const [found] = await selectWording(reader, { kind, locale });
  return found ?? { own: null, hasServer: false };
}

const insertMail = fixedStatement((query, mail: NewMailRow) => ({
  compile: () =>
    sql<{ id: number }>`
      WITH new_mail AS (
        INSERT INTO mails (kind, recipient, subject, text_sealed, html_sealed, status, reference, dedupe_key, created_at)
        VALUES (${mail.kind}, ${mail.recipient}, ${mail.subject}, ${mail.textSealed}, ${mail.htmlSealed},
          (CASE WHEN ${mail.hasServer}::boolean THEN 'queued' ELSE 'outbox' END)::mail_status,
          ${mail.reference}, ${mail.dedupeKey}, ${mail.createdAt}::timestamptz)
        ON CONFLICT DO NOTHING RETURNING id)
      SELECT id, CASE WHEN ${mail.hasServer}::boolean THEN (graphile_worker.add_job('mail.send',
        payload => json_build_object('mailId', id), max_attempts => ${mail.attempts}::int)).id END AS job
      FROM new_mail`.compile(query),
}));

/** Keeps the mail and, with a mail server, the job that sends it. @returns its number; null when its key was used before */
export async function keepMail(tx: SqlReader, mail: NewMailRow): Promise<number | null> {
  const [row] = await insertMail(tx, mail);
  return row?.id ?? null;
}
