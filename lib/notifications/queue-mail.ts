import { now } from "../core/clock";
import { newUuid } from "../core/ids";
import { log } from "../core/log";
import type { Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { chooseLocale } from "../settings/choose-locale";
import { getSettings } from "../settings/queries";
import { sealMail } from "./mail-seal";
import { hasMailServerNow } from "./mail-server";
import { mailShop } from "./mail-shop";
import { drawOwnMail } from "./texts/draw-own-mail";
import type { MailData, MailKind } from "./types";

export const mailAttempts = 12;

export type NewMail<K extends MailKind> = K extends MailKind
  ? {
      kind: K;
      to: string;
      locale: string;
      data: MailData[K];
      /** The same event writes no second mail. */
      dedupeKey?: string;
      /** What it is about: an order number, `user:12`. */
      reference?: string;
    }
  : never;

/**
 * Writes the mail and, with SMTP, the job that sends it, in the caller's transaction. Without SMTP it stays in the outbox,
 * which staff can read. @returns false when this event was mailed before.
 */
export async function queueMail<K extends MailKind>(tx: Tx, mail: NewMail<K>): Promise<boolean> {
  const { kind, to, reference } = mail;
  const settings = await getSettings();
  // What was stored with an account or an order may be a language that the shop no longer offers.
  const locale = chooseLocale(settings, { chosen: [mail.locale] });
  const shop = mailShop(settings, locale);
  const drawn = await drawOwnMail(tx, kind, mail.data as MailData[K], { locale, shop });
  const dedupeKey = mail.dedupeKey ?? newUuid();
  const hasServer = await hasMailServerNow(tx);
  const [row] = await tx.mail.createManyAndReturn({
    data: {
      kind,
      recipient: to,
      subject: drawn.subject,
      ...sealMail(dedupeKey, drawn),
      status: hasServer ? "queued" : "outbox",
      reference: reference ?? null,
      dedupeKey,
      createdAt: now(),
    },
    skipDuplicates: true,
    select: { id: true },
  });
  if (!row) return false;
  if (hasServer) await enqueue(tx, "mail.send", { mailId: row.id }, { maxAttempts: mailAttempts });
  else log.info({ mail_id: row.id, kind }, "no mail server is named: the mail waits in the outbox");
  return true;
}
