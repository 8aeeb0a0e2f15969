import { z } from "zod";
import { locales } from "../../core/locale";
import { rule } from "../../core/refusals/refusal";
import { plainText, seenIn, timeOut } from "../../core/wire";
import { editableMails, mailPlaceholders } from "../mail-kinds";
import { mailParts } from "./choices";

export { mailParts };
export type MailPart = (typeof mailParts)[number];
/** Parts of a mail; a part that is null is the standard text. */
export type MailParts = Record<MailPart, string | null>;

const orStandard = <S extends z.ZodType<string>>(text: S) =>
  text.nullish().transform((given) => given || null);

const oneLine = (max: number) =>
  plainText(max).refine((text) => !/[\r\n]/.test(text), { error: rule("one_line") });

/** All parts; what is left out, empty or null is the standard text. */
export const mailPartsBody = z.object({
  subject: orStandard(oneLine(150)),
  heading: orStandard(oneLine(150)),
  lead: orStandard(plainText(4000)),
  closing: orStandard(plainText(2000)),
});
export const mailTextBody = mailPartsBody.extend({ seen: seenIn });
export type MailTextBody = z.output<typeof mailTextBody>;

/** In a path anything may stand; what is no mail or language is simply not found. */
export const mailTextParams = z.object({ kind: z.string(), locale: z.string() });

const partsOut = z.object({
  subject: z.string().nullable(),
  heading: z.string().nullable(),
  lead: z.string().nullable(),
  closing: z.string().nullable(),
});

export const mailTextOut = partsOut.extend({
  kind: z.enum(editableMails),
  locale: z.enum(locales),
  /** The same parts as they are without own texts, of sample data. */
  standard: partsOut,
  placeholders: z.array(z.enum(mailPlaceholders)),
  /** Own texts are stored. */
  is_own: z.boolean(),
  /** A part that cannot be filled any more; mails go out with the standard text until it is corrected. */
  problem: z.string().nullable(),
  updated_at: timeOut.nullable(),
});
export type MailTextOut = z.infer<typeof mailTextOut>;
export const mailTextList = z.object({ texts: z.array(mailTextOut) });

export const mailPreview = z.object({ subject: z.string(), text: z.string(), html: z.string() });
export type MailPreview = z.infer<typeof mailPreview>;
