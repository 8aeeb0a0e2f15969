import { sql } from "kysely";
import { batchReads } from "../../db/batches";
import { db } from "../../db/client";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import type { Reader } from "../../db/transaction";
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
  /** This process knows of a mail server; the statement looks past its memory. */
  hasServer: boolean;
  attempts: number;
  /** The token in the mail's link is kept with the mail: its hash, and the order that it opens. */
  tokenHash: Uint8Array | null;
  tokenOrderId: number | null;
}

interface Wording {
  kind: string;
  locale: string;
}

const selectWording = fixedStatement((query, { kind, locale }: Wording) =>
  query
    .selectFrom("mail_texts")
    .select(["subject", "heading", "lead", "closing"])
    .where("kind", "=", kind)
    .where("locale", "=", locale),
);

const askTogether = batchReads(
  ([wording]: readonly [Wording, ...Wording[]]) => selectWording(db(), wording),
  ({ kind, locale }) => `${kind},${locale}`,
);

/** The operator's own words for a kind of mail; null for the shop's standard text. */
export async function findWording(reader: Reader, wording: Wording): Promise<MailParts | null> {
  const [found] = await (reader === db() ? askTogether(wording) : selectWording(reader, wording));
  return found ?? null;
}

const insertMail = fixedStatement((query, mail: NewMailRow) => ({
  compile: () =>
    sql<{ id: number; isQueued: boolean }>`
      WITH server AS MATERIALIZED (
        SELECT ${mail.hasServer}::boolean OR EXISTS (
          SELECT FROM settings s WHERE s.key = 'mailServer' AND s.value <> 'null'::jsonb) AS is_named),
      new_mail AS (
        INSERT INTO mails (kind, recipient, subject, text_sealed, html_sealed, status, reference, dedupe_key, created_at)
        SELECT ${mail.kind}, ${mail.recipient}, ${mail.subject}, ${mail.textSealed}::bytea, ${mail.htmlSealed}::bytea,
          (CASE WHEN server.is_named THEN 'queued' ELSE 'outbox' END)::mail_status,
          ${mail.reference}, ${mail.dedupeKey}, ${mail.createdAt}::timestamptz
        FROM server
        ON CONFLICT DO NOTHING RETURNING id),
      new_token AS (
        INSERT INTO guest_tokens (token_hash, order_id, created_at)
        SELECT ${mail.tokenHash}::bytea, ${mail.tokenOrderId}::int, ${mail.createdAt}::timestamptz
        FROM new_mail WHERE ${mail.tokenHash}::bytea IS NOT NULL)
      SELECT new_mail.id, server.is_named AS "isQueued", CASE WHEN server.is_named THEN (graphile_worker.add_job('mail.send',
        payload => json_build_object('mailId', new_mail.id), max_attempts => ${mail.attempts}::int)).id END AS job
      FROM new_mail, server`.compile(query),
}));

/**
 * Keeps the mail, the token in its link and, with a mail server, the job that sends it.
 * @returns undefined, with nothing kept, when its key was used before
 */
export async function keepMail(
  reader: SqlReader,
  mail: NewMailRow,
): Promise<{ id: number; isQueued: boolean } | undefined> {
  const [row] = await insertMail(reader, mail);
  return row;
}
