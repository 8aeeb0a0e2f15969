import { sql } from "kysely";
import { batchReads, batchWrites } from "../../db/batches";
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

/** The columns of mails, each as one value. */
interface Columns {
  hasServer: boolean;
  kinds: string[];
  recipients: string[];
  subjects: string[];
  texts: Uint8Array[];
  htmls: Uint8Array[];
  references: (string | null)[];
  dedupeKeys: string[];
  createdAts: Date[];
  attempts: number[];
  tokenHashes: (Uint8Array | null)[];
  tokenOrderIds: (number | null)[];
}

/** The number of a mail that was kept, by its place among those that were given. */
const insertMails = fixedStatement((query, given: Columns) => ({
  compile: () =>
    sql<{ place: number; id: number; isQueued: boolean }>`
      WITH server AS MATERIALIZED (
        SELECT ${given.hasServer}::boolean OR EXISTS (
          SELECT FROM settings s WHERE s.key = 'mailServer' AND s.value <> 'null'::jsonb) AS is_named),
      given AS MATERIALIZED (
        SELECT * FROM unnest(${given.kinds}::text[], ${given.recipients}::text[], ${given.subjects}::text[],
          ${given.texts}::bytea[], ${given.htmls}::bytea[], ${given.references}::text[], ${given.dedupeKeys}::text[],
          ${given.createdAts}::timestamptz[], ${given.attempts}::int[], ${given.tokenHashes}::bytea[],
          ${given.tokenOrderIds}::int[])
          WITH ORDINALITY AS mail (kind, recipient, subject, text_sealed, html_sealed, reference, dedupe_key, created_at,
            attempts, token_hash, token_order_id, place)),
      new_mails AS (
        INSERT INTO mails (kind, recipient, subject, text_sealed, html_sealed, status, reference, dedupe_key, created_at)
        SELECT kind, recipient, subject, text_sealed, html_sealed,
          (CASE WHEN server.is_named THEN 'queued' ELSE 'outbox' END)::mail_status, reference, dedupe_key, created_at
        FROM given, server ORDER BY dedupe_key
        ON CONFLICT DO NOTHING RETURNING id, dedupe_key),
      kept AS (
        SELECT DISTINCT ON (new_mails.id) new_mails.id, given.place, given.attempts, given.token_hash, given.token_order_id,
          given.created_at
        FROM new_mails JOIN given USING (dedupe_key) ORDER BY new_mails.id, given.place),
      new_tokens AS (
        INSERT INTO guest_tokens (token_hash, order_id, created_at)
        SELECT token_hash, token_order_id, created_at FROM kept WHERE token_hash IS NOT NULL)
      SELECT kept.place::int - 1 AS place, kept.id, server.is_named AS "isQueued",
        CASE WHEN server.is_named THEN (graphile_worker.add_job('mail.send',
          payload => json_build_object('mailId', kept.id), max_attempts => kept.attempts)).id END AS job
      FROM kept, server`.compile(query),
}));

/**
 * Keeps the mail, the token in its link and, with a mail server, the job that sends it.
 * @returns undefined, with nothing kept, when its key was used before
 */
export async function keepMail(reader: SqlReader, mail: NewMailRow): Promise<Kept> {
  if (reader === db()) return keepTogether(mail);
  const [kept] = await keepMails(reader, [mail]);
  return kept;
}

type Kept = { id: number; isQueued: boolean } | undefined;

async function keepMails(reader: SqlReader, mails: readonly NewMailRow[]): Promise<Kept[]> {
  const rows = await insertMails(reader, {
    hasServer: mails.some(({ hasServer }) => hasServer),
    kinds: mails.map(({ kind }) => kind),
    recipients: mails.map(({ recipient }) => recipient),
    subjects: mails.map(({ subject }) => subject),
    texts: mails.map(({ textSealed }) => textSealed),
    htmls: mails.map(({ htmlSealed }) => htmlSealed),
    references: mails.map(({ reference }) => reference),
    dedupeKeys: mails.map(({ dedupeKey }) => dedupeKey),
    createdAts: mails.map(({ createdAt }) => createdAt),
    attempts: mails.map(({ attempts }) => attempts),
    tokenHashes: mails.map(({ tokenHash }) => tokenHash),
    tokenOrderIds: mails.map(({ tokenOrderId }) => tokenOrderId),
  });
  return mails.map((_, place) => rows.find((row) => row.place === place));
}

/** By the order of their keys, as the statement writes them: two processes that repeat the same mails wait in one order. */
const writeTogether = batchWrites((mails: readonly [NewMailRow, ...NewMailRow[]]) => keepMails(db(), mails));

/** A mail that cannot be written fails alone. Its key makes the repetition harmless, whatever became of the first statement. */
async function keepTogether(mail: NewMailRow): Promise<Kept> {
  try {
    return await writeTogether(mail);
  } catch {
    const [kept] = await keepMails(db(), [mail]);
    return kept;
  }
}
