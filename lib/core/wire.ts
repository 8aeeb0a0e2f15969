import { z } from "zod";
import { readEmail } from "./email-address";
import { isHeldInstant, parseInstant } from "./instant";
import { type Cents, formatMoney, parseMoney } from "./money";

/** `9.9` and `9.90` come in as cents. Numbers, signs, exponents and other digits are malformed. */
export const moneyIn = z
  .string({ error: 'must be an amount as a string, like "9.90"' })
  .transform((text, ctx): Cents => {
    const cents = parseMoney(text);
    if (cents === undefined) {
      ctx.addIssue({ code: "custom", message: 'must be an amount with at most two decimals, like "9.90"' });
      return z.NEVER;
    }
    return cents;
  });

export const positiveMoneyIn = moneyIn.refine((cents) => cents > 0n, { error: "must be above 0.00" });

/** Going out: always two decimals. */
export const moneyOut = z.string().regex(/^\d{1,12}\.\d{2}$/);
export const toMoney = (cents: Cents): string => formatMoney(cents);

export const timeOut = z.iso.datetime();
export const toTime = (at: Date): string => at.toISOString();
export const toTimeOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** Any offset; in a query `+` arrives as a space and is repaired. The instant lies between 1970 and 9998 (C68). */
export const timeIn = z.string().transform((text, ctx): Date => {
  const refuse = (message: string) => {
    ctx.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  const at = parseInstant(text.replace(/ (\d{2}:?\d{2})$/, "+$1"));
  if (!at) return refuse("must be an ISO 8601 time with an offset, like 2026-01-31T12:00:00Z");
  if (!isHeldInstant(at)) return refuse("must lie between 1970-01-01 and 9998-12-31");
  return at;
});

/** A member of a body that may be missing; `null` says the same. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional();

/** The greatest number a column of ids holds. No row ever gets it, so everything above is simply not found. */
const maxId = 2_147_483_647;
const toId = (value: number) => Math.min(value, maxId);

/** A row id in a JSON body. */
export const id = z.int({ error: "must be an integer" }).min(1, "must be at least 1").transform(toId);

/** A number of a list grows with what is asked for and is clamped; below 1 or not whole it is malformed. */
const countText = (max: number) =>
  z
    .string()
    .regex(/^\d{1,20}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(1, "must be at least 1"))
    .transform((value) => Math.min(value, max));

/** An integer in a query or a path: digits only, no sign, no exponent. */
export const integerText = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/, "must be a whole number")
    .transform(Number)
    .pipe(z.int().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

export const idText = countText(maxId);

export interface PageQuery {
  page: number;
  per_page: number;
}

/** The answer echoes the values used. */
export const pageQuery = (byDefault: number, max: number) => ({
  page: countText(100_000).default(1),
  per_page: countText(max).default(byDefault),
});

export const storefrontPage = pageQuery(20, 100);

export const pageOut = { total: z.int(), page: z.int(), per_page: z.int() };

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** One line or a few of text from a person: trimmed, no control characters. */
export const plainText = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .min(min, min === 1 ? "must not be empty" : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .refine((text) => !controlCharacters.test(text), { error: "must not contain control characters" });

/** C68: comes out in the one spelling of its mailbox. */
export const emailIn = z
  .string({ error: "must be an e-mail address" })
  .trim()
  .max(254, "must have at most 254 characters")
  .regex(/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/u, "must be an e-mail address")
  .transform((text, ctx): string => {
    const read = readEmail(text);
    if ("email" in read) return read.email;
    ctx.addIssue({ code: "custom", message: read.problem });
    return z.NEVER;
  });

export const emptyObject = z.object({});

export const slugText = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(80, "must have at most 80 characters")
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "must be lower-case letters, digits and single hyphens, like a-good-name",
  );

/** A picture of this site (`/media/…`, `/sample/…`) or of another by https. */
export const pictureAddress = z
  .string()
  .trim()
  .max(500, "must have at most 500 characters")
  .regex(/^(\/(?!\/)|https:\/\/)[^\s"'<>\\]+$/, "must be a path of this site or an https address");

/** In a path anything may stand; what cannot be a slug is simply not found. */
export const slugParams = z.object({ slug: z.string() });
export const idParams = z.object({ id: idText });

export const idListBody = z.object({
  ids: z.array(id).min(1, "must not be empty").max(500, "must have at most 500 ids"),
});

export const savedId = z.object({ id: z.int() });
export const changedCount = z.object({ changed: z.int() });
