import { z } from "zod";
import { readEmail } from "./formats/email-address";
import { isHeldInstant, parseInstant } from "./formats/instant";
import { type Cents, formatMoney, parseMoney, shopStep } from "./money";
import { refusal, rule } from "./refusals/refusal";
import { shapedAs } from "./shaped-text";
import { type Described, describedAs } from "./shapes/described";

const money: Described = {
  is: { type: "string", pattern: "^[0-9]{1,12}(\\.[0-9]{1,2})?$", examples: ["9.90"] },
  drawn: "money",
};

/** `9.9` and `9.90` come in as cents. Numbers, signs, exponents and other digits are malformed. */
export const moneyIn = describedAs(
  z.string({ error: rule("amount_as_text") }).transform((text, ctx): Cents => {
    const cents = parseMoney(text);
    if (cents === undefined) {
      ctx.addIssue({ code: "custom", message: rule("amount") });
      return z.NEVER;
    }
    return cents;
  }),
  money,
).meta({ id: "MoneyInput" });

/**
 * The pattern of an amount above 0.00, of which `whole` are those from 1. It looks around at nothing, since programs in Go and Rust
 * cannot; that an amount may begin with zeros is left unsaid for it.
 */
export const aboveZero = (whole: string): string => `^(${whole}|0\\.(0[1-9]|[1-9][0-9]?))$`;

/** An amount above 0.00, in the API description. */
export const positiveMoney: Described = {
  is: { type: "string", pattern: aboveZero("[1-9][0-9]{0,11}(\\.[0-9]{1,2})?") },
  drawn: "money",
};

const isWhole = (cents: Cents): boolean => cents % shopStep() === 0n;

/** A price of the shop: in a currency without decimals it has none. */
export const priceIn = describedAs(moneyIn.refine(isWhole, { error: rule("whole_amount") }), money).meta({
  id: "PriceInput",
});
export const positivePriceIn = describedAs(
  priceIn.refine((cents) => cents > 0n, { error: rule("above_zero") }),
  positiveMoney,
).meta({ id: "PositivePriceInput" });

/** Going out: always two decimals. */
export const moneyOut = z
  .string()
  .check(...shapedAs(/^\d{1,12}\.\d{2}$/))
  .meta({ id: "Money", examples: ["9.90"] });
/** An amount that may lie below zero. */
export const signedMoneyOut = z
  .string()
  .check(...shapedAs(/^-?\d{1,15}\.\d{2}$/))
  .meta({ id: "SignedMoney", examples: ["-9.90"] });
export const toMoney = (cents: Cents): string => formatMoney(cents);

/** Values of the members of a change when the operator read them, by path (`captcha.provider`). */
export const seenIn = z.record(z.string(), z.unknown()).optional();

export const timeOut = z.iso.datetime();
export const toTime = (at: Date): string => at.toISOString();
export const toTimeOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;

/** Any offset; in a query `+` arrives as a space and is repaired. The instant lies between 1970 and 9998 (C68). */
const timeText = z.string().transform((text, ctx): Date => {
  const refuse = (said: "time" | "time_range") => {
    ctx.addIssue({ code: "custom", message: rule(said) });
    return z.NEVER;
  };
  const at = parseInstant(text.replace(/ (\d{2}(?::?\d{2})?)$/, "+$1"));
  if (!at) return refuse("time");
  if (!isHeldInstant(at)) return refuse("time_range");
  return at;
});

export const timeIn = describedAs(timeText, {
  is: { type: "string", format: "date-time", examples: ["2026-01-31T12:00:00Z"] },
  drawn: "datetime",
});

/** A member of a body that may be missing; `null` says the same. */
export const maybe = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()
    .meta({ maybe: true });

/** The greatest number a column of ids holds. No row ever gets it, so everything above is simply not found. */
const maxId = 2_147_483_647;
const toId = (value: number) => Math.min(value, maxId);

/** A row id in a JSON body. */
export const id = describedAs(
  z
    .int({ error: rule(refusal("wrong_type", { expected: "integer" })) })
    .min(1, rule(refusal("at_least", { min: 1 })))
    .transform(toId),
  { is: { type: "integer", minimum: 1, maximum: maxId } },
);

/** A number of a list grows with what is asked for and is clamped; below 1 or not whole it is malformed. */
const countText = (max: number) =>
  describedAs(
    z
      .string()
      .check(...shapedAs(/^\d{1,20}$/, rule(refusal("wrong_type", { expected: "integer" }))))
      .transform(Number)
      .pipe(z.number().min(1))
      .transform((value) => Math.min(value, max)),
    { is: { type: "integer", minimum: 1, maximum: max } },
  );

/** An integer in a query or a path: digits only, no sign, no exponent. */
export const integerText = (min: number, max: number) =>
  describedAs(
    z
      .string()
      .check(...shapedAs(/^\d{1,10}$/, rule(refusal("wrong_type", { expected: "integer" }))))
      .transform(Number)
      .pipe(z.int().min(min).max(max)),
    { is: { type: "integer", minimum: min, maximum: max } },
  );

export const idText = countText(maxId);

/** Ids in a query, with commas between them. */
export const idsText = (most: number) =>
  z
    .string()
    .check(
      ...shapedAs(
        new RegExp(`^[0-9]{1,10}(,[0-9]{1,10}){0,${most - 1}}$`),
        rule(refusal("id_list", { max: most })),
        most * 11,
      ),
    )
    .transform((text) => text.split(",").map((each) => toId(Number(each))));

/** An id of a table that grows with every call or order: its column holds more than a number of JSON does. */
export const bigIdText = countText(Number.MAX_SAFE_INTEGER);

/** The answer echoes the values used. */
export const pageQuery = (byDefault: number, max: number) => ({
  page: countText(100_000).default(1),
  per_page: countText(max).default(byDefault),
});

export const storefrontPage = pageQuery(20, 100);

/** Bounds of a list: the rows made from then on, and before then. */
export const madeBetween = { from: timeIn.optional(), to: timeIn.optional() };

export const pageOut = { total: z.int(), page: z.int(), per_page: z.int() };

/** Page of a list that grows with every purchase: `total` stops at 10,000; `is_total_capped` says that there are more. */
export const deepOut = { ...pageOut, is_total_capped: z.boolean() };

const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** One line or a few of text from a person: trimmed, no control characters. */
export const plainText = (max: number, min = 0) =>
  describedAs(
    z
      .string()
      .trim()
      .min(min)
      // A character outside the first plane counts as one, as in every other place where texts are counted.
      .refine((text) => text.length <= max || (text.length <= 2 * max && [...text].length <= max), {
        error: rule(refusal("too_long", { max })),
      })
      .refine((text) => !controlCharacters.test(text), { error: rule("control_characters") }),
    {
      is: { type: "string", ...(min === 0 ? {} : { minLength: min }), maxLength: max, format: "plain-text" },
    },
  );

/** C68: comes out in the one spelling of its mailbox. */
const emailText = z
  .string({ error: rule("email") })
  .trim()
  .max(254)
  .check(
    ...shapedAs(/^[^\s@<>()[\]\\,;:"]+@([^\s@<>()[\]\\,;:".]+\.)+[^\s@<>()[\]\\,;:".]+$/u, rule("email")),
  )
  .transform((text, ctx): string => {
    const read = readEmail(text);
    if ("email" in read) return read.email;
    ctx.addIssue({ code: "custom", message: rule(read.problem) });
    return z.NEVER;
  });

/** Addresses of other alphabets are taken too. */
export const emailIn = describedAs(emailText, {
  is: { type: "string", maxLength: 254, format: "email", examples: ["buyer@example.com"] },
  drawn: "email",
});

export const emptyObject = z.object({});
/** Answer of an operation that returns nothing. */
export const done = z.object({ done: z.literal(true) });

export const slugText = z
  .string()
  .trim()
  .min(1)
  .max(80)
  .check(...shapedAs(/^[a-z0-9]+(-[a-z0-9]+)*$/, rule("slug")));

/** A picture of this site (`/media/…`, `/sample/…`) or of another by https. */
export const pictureAddress = describedAs(
  z
    .string()
    .trim()
    .max(500)
    .check(...shapedAs(/^(\/[^/\s"'<>\\]|https:\/\/[^\s"'<>\\])[^\s"'<>\\]*$/, rule("picture_address"))),
  { drawn: "picture" },
);

/** In a path anything may stand; what cannot be a slug is simply not found. */
export const slugParams = z.object({ slug: z.string() });
export const idParams = z.object({ id: idText });

export const idListBody = z.object({
  ids: z.array(id).min(1).max(500),
});

/**
 * Everything that a list's filter finds, as it was when the page was drawn: newer rows are left out. It is done in pieces;
 * `after` is the `next` of the answer before.
 */
export const matchedRows = <F extends z.ZodRawShape>(filter: z.ZodObject<F>) => ({
  match: filter,
  drawn_at: timeIn,
  after: describedAs(z.int().min(0).transform(toId), {
    is: { type: "integer", minimum: 0, maximum: maxId },
  }).default(0),
});
/** Where the next piece begins; null: there is none. */
export const nextPiece = z.int().nullable();

export const savedId = z.object({ id: z.int() });
export const changedCount = z.object({ changed: z.int() });
