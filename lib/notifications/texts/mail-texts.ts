import { languages } from "../../../messages/languages";
import type { AdminActor, ClientInfo } from "../../acts/actor";
import { recordAudit } from "../../acts/record-audit";
import { now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { baseLocale, isLocale, type Locale, offeredLocales } from "../../core/locale";
import { refusal } from "../../core/refusals/refusal";
import { requireUnchanged } from "../../core/refusals/require-unchanged";
import { isOneOf } from "../../core/shapes/records";
import { toTimeOrNull } from "../../core/wire";
import { db } from "../../db/client";
import { inTransaction } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import type { Settings } from "../../settings/types";
import { type EditableMail, editableMails, type MailPlaceholder, mailPlaceholders } from "../mail-kinds";
import { lockMailTexts } from "../sql/mails";
import { drawWithParts, isEditableMail } from "./draw-own-mail";
import { findUnknownPlaceholder, partsOf } from "./fill-text";
import type { MailContent, MailShop } from "./mail-content";
import { mailShop } from "./mail-shop";
import { placeholderValues } from "./placeholders";
import { sampleMail } from "./sample-mails";
import {
  type MailPart,
  type MailParts,
  type MailPreview,
  type MailTextBody,
  type MailTextOut,
  mailParts,
} from "./schema";

interface Place {
  kind: EditableMail;
  locale: Locale;
}
type Row = MailParts & { updatedAt: Date };

/** @throws AppError `not_found` */
function requirePlace({ kind, locale }: { kind: string; locale: string }): Place {
  if (!isEditableMail(kind) || !isLocale(locale)) throw notFound("mail_text");
  return { kind, locale };
}

/** The same for every mail of a kind, whatever it is about. */
const namesOf = (kind: EditableMail): MailPlaceholder[] => {
  const shop: MailShop = { name: "", timeZone: "UTC", logoUrl: null, contact: null };
  const values = placeholderValues(kind, sampleMail(kind, "USD", baseLocale), { locale: baseLocale, shop });
  return ["default", ...Object.keys(values).filter((name) => isOneOf(mailPlaceholders, name))];
};

/** The first part with something in braces that means nothing. */
function findBroken(kind: EditableMail, parts: MailParts): { part: MailPart; text: string } | null {
  const names = namesOf(kind);
  for (const part of mailParts) {
    const text = findUnknownPlaceholder(parts[part] ?? "", names);
    if (text !== null) return { part, text };
  }
  return null;
}

function toMailText({ kind, locale }: Place, row: Row | null, settings: Settings): MailTextOut {
  const write = languages[locale].mails[kind] as (data: unknown, shop: MailShop) => MailContent;
  const standard = write(sampleMail(kind, settings.currency, locale), mailShop(settings, locale));
  return {
    kind,
    locale,
    subject: row?.subject ?? null,
    heading: row?.heading ?? null,
    lead: row?.lead ?? null,
    closing: row?.closing ?? null,
    standard: partsOf(standard),
    placeholders: namesOf(kind),
    is_own: row !== null,
    problem: (row && findBroken(kind, row)?.text) ?? null,
    updated_at: toTimeOrNull(row?.updatedAt),
  };
}

/** Every kind in every language that the shop offers. */
export async function listMailTexts(): Promise<{ texts: MailTextOut[] }> {
  const [rows, settings] = await Promise.all([db().mailText.findMany(), getSettings()]);
  const offered = offeredLocales(settings.locales);
  const rowOf = (kind: EditableMail, locale: Locale) =>
    rows.find((row) => row.kind === kind && row.locale === locale) ?? null;
  return {
    texts: editableMails.flatMap((kind) =>
      offered.map((locale) => toMailText({ kind, locale }, rowOf(kind, locale), settings)),
    ),
  };
}

/** @throws AppError `not_found` */
export async function getMailText(given: { kind: string; locale: string }): Promise<MailTextOut> {
  const place = requirePlace(given);
  const [row, settings] = await Promise.all([
    db().mailText.findUnique({ where: { kind_locale: place } }),
    getSettings(),
  ]);
  return toMailText(place, row, settings);
}

/** A mistyped placeholder is said to who typed it, and not to the first buyer. @throws AppError `malformed` */
function requireKnown(kind: EditableMail, parts: MailParts): void {
  const broken = findBroken(kind, parts);
  if (broken)
    throw new AppError("malformed", refusal("unknown_placeholder", { part: broken.text }), {
      field: broken.part,
    });
}

/** The mail as it would be, of sample data. Stores nothing. @throws AppError `not_found`, `malformed` */
export async function previewMailText(
  given: { kind: string; locale: string },
  parts: MailParts,
): Promise<MailPreview> {
  const { kind, locale } = requirePlace(given);
  requireKnown(kind, parts);
  const settings = await getSettings();
  const shop = mailShop(settings, locale);
  return drawWithParts(kind, sampleMail(kind, settings.currency, locale), parts, { locale, shop });
}

const noParts: MailParts = { subject: null, heading: null, lead: null, closing: null };

/** Replaces all parts; without any the mail is the standard one again. @throws AppError `not_found`, `malformed`, `state_conflict` */
export async function saveMailText(
  actor: AdminActor,
  given: { kind: string; locale: string },
  { seen, ...parts }: MailTextBody,
  client: ClientInfo,
): Promise<MailTextOut> {
  const place = requirePlace(given);
  requireKnown(place.kind, parts);
  const settings = await getSettings();
  return inTransaction(async (tx) => {
    await lockMailTexts(tx);
    const where = { kind_locale: place };
    const before = await tx.mailText.findUnique({ where });
    requireUnchanged(toMailText(place, before, settings), seen);
    const changed = mailParts.filter((part) => (before ?? noParts)[part] !== parts[part]);
    if (changed.length === 0) return toMailText(place, before, settings);
    const isOwn = mailParts.some((part) => parts[part] !== null);
    const stored = { ...parts, updatedAt: now() };
    if (isOwn) await tx.mailText.upsert({ where, create: { ...place, ...stored }, update: stored });
    else await tx.mailText.delete({ where, select: { kind: true } });
    await recordAudit(tx, actor, client, {
      action: isOwn ? "mail_text.update" : "mail_text.reset",
      target: `mail_text:${place.kind}:${place.locale}`,
      data: { changed },
    });
    return toMailText(place, isOwn ? stored : null, settings);
  });
}

/** The standard text again. @throws AppError `not_found` */
export const resetMailText = (
  actor: AdminActor,
  given: { kind: string; locale: string },
  client: ClientInfo,
) => saveMailText(actor, given, { ...noParts, seen: undefined }, client);
