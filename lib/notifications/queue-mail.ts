import { now } from "../core/clock";
import { newUuid } from "../core/ids";
import { log } from "../core/log";
import type { Tx } from "../db/transaction";
import { chooseLocale } from "../settings/choose-locale";
import { getSettings } from "../settings/queries";
import { sealMail } from "./mail-seal";
import { hasMailServer } from "./mail-server";
import { mailShop } from "./mail-shop";
import { findWording, keepMail } from "./sql/new-mail";
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
  const { own, hasServer: isServerNamed } = await findWording(tx, kind, locale);
  const drawn = drawOwnMail(kind, mail.data as MailData[K], own, { locale, shop });
  const dedupeKey = mail.dedupeKey ?? newUuid();
  const hasServer = isServerNamed || (await hasMailServer());
  const { subject } = drawn;
  const mailId = await keepMail(tx, {
    kind,
    recipient: to,
    subject,
    ...sealMail(dedupeKey, drawn),
    reference: reference ?? null,
    dedupeKey,
    createdAt: now(),
    hasServer,
    attempts: mailAttempts,
  });
  if (mailId !== null && !hasServer)
    log.info({ mail_id: mailId, kind }, "no mail server is named: the mail waits in the outbox");
  return mailId !== null;
}
