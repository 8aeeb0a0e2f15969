import { now } from "../../core/clock";
import { sha256 } from "../../core/crypto";
import { newUuid } from "../../core/ids";
import { log } from "../../core/process/log";
import type { Reader } from "../../db/transaction";
import { chooseLocale } from "../../settings/choose-locale";
import { getSettings } from "../../settings/queries";
import type { MailData, MailKind } from "../mail-data";
import { hasMailServer } from "../server/mail-server";
import { findWording, keepMail } from "../sql/new-mail";
import { drawOwnMail } from "../texts/draw-own-mail";
import { mailShop } from "../texts/mail-shop";
import { sealMail } from "./mail-seal";

export const mailAttempts = 12;

export type NewMail<K extends MailKind> = K extends MailKind
  ? {
      kind: K;
      to: string;
      locale: string;
      data: MailData[K];
      /** The same event writes no second mail. */
      dedupeKey?: string;
      /** Subject of the mail: an order number, `user:12`. */
      reference?: string;
      /** Opens the order in the mail's link, and is kept with the mail. */
      guestToken?: { token: string; orderId: number } | null;
    }
  : never;

/**
 * Writes the mail, the token in its link and, with SMTP, the job that sends it, in one statement: in the caller's transaction, or
 * by itself. Without SMTP it stays in the outbox, which staff can read. @returns false when this event was mailed before.
 */
export async function queueMail<K extends MailKind>(reader: Reader, mail: NewMail<K>): Promise<boolean> {
  const { kind, to, reference, guestToken } = mail;
  const settings = await getSettings();
  // The language that was stored with an account or an order may be one that the shop no longer offers.
  const locale = chooseLocale(settings, { chosen: [mail.locale] });
  const shop = mailShop(settings, locale);
  const own = await findWording(reader, { kind, locale });
  const drawn = drawOwnMail(kind, mail.data as MailData[K], own, { locale, shop });
  const dedupeKey = mail.dedupeKey ?? newUuid();
  const { subject } = drawn;
  const kept = await keepMail(reader, {
    kind,
    recipient: to,
    subject,
    ...sealMail(dedupeKey, drawn),
    reference: reference ?? null,
    dedupeKey,
    createdAt: now(),
    hasServer: await hasMailServer(),
    attempts: mailAttempts,
    tokenHash: guestToken ? sha256(guestToken.token) : null,
    tokenOrderId: guestToken?.orderId ?? null,
  });
  if (kept && !kept.isQueued)
    log.info({ mail_id: kept.id, kind }, "no mail server is named: the mail waits in the outbox");
  return kept !== undefined;
}
