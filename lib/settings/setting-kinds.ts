import { z } from "zod";
import { readTaxRates } from "../core/rate";
import { rule } from "../core/refusals/refusal";
import { shapedAs } from "../core/shaped-text";
import { describedAs } from "../core/shapes/described";
import { plainText } from "../core/wire";

/** Tells the admin's form of a setting what its schema does not: another field than its type, a list to choose from, a unit. */
type Drawn =
  | "textarea"
  | "html"
  | "translations"
  | "locales"
  | "timeZones"
  | "currencies"
  | "minutes"
  | "days"
  | "hour";

/** One setting: what is accepted, what goes out, its default and its place in the admin. */
export interface Setting<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  section: "general" | "selling" | "features" | "staff" | "legal" | "look";
  /** English; other languages translate it in messages/<language>/settings.json. */
  label: string;
  hint?: string;
  drawn?: Drawn | undefined;
  input: Input;
  output: Output;
  default: z.output<Output>;
  /** Part of GET /api/v1/public/config. */
  isPublic: boolean;
}

/** Default of a text that need not be there. */
export const unset = (): string | null => null;

type Base<P extends boolean> = Pick<Setting, "section" | "label" | "hint"> & { isPublic: P };

export const currencyCode = z
  .string()
  .trim()
  .check(...shapedAs(/^[A-Z]{3}$/, rule("currency")));

export const headerName = z
  .string()
  .trim()
  .toLowerCase()
  .check(...shapedAs(/^[a-z0-9][a-z0-9-]{0,59}$/, rule("header_name")));

const nullableText = (max: number) =>
  plainText(max)
    .nullable()
    .transform((text) => text || null);

export const text = <const P extends boolean>(max: number, base: Base<P> & { drawn?: "textarea" }) => ({
  ...base,
  input: nullableText(max),
  output: z.string().nullable(),
  default: unset(),
});

export const minutes = <const P extends boolean>(byDefault: number, base: Base<P>) => ({
  ...base,
  drawn: "minutes" as const,
  input: z.int().min(5).max(1440),
  output: z.int(),
  default: byDefault,
});

/** Hour of the day, in the shop's time zone. */
export const hour = <const P extends boolean>(byDefault: number, base: Base<P>) => ({
  ...base,
  drawn: "hour" as const,
  input: z.int().min(0).max(23),
  output: z.int(),
  default: byDefault,
});

/** 0: never. */
export const days = <const P extends boolean>(byDefault: number, base: Base<P>) => ({
  ...base,
  drawn: "days" as const,
  input: z.int().min(0).max(90),
  output: z.int(),
  default: byDefault,
});

export const flag = <const P extends boolean>(byDefault: boolean, base: Base<P>) => ({
  ...base,
  input: z.boolean(),
  output: z.boolean(),
  default: byDefault,
});

export const feature = (label: string) => flag(true, { section: "features", label, isPublic: true });

/** `DE 19`, one a line; described as one line alone. */
export const taxRates = describedAs(
  plainText(2000).refine((written) => readTaxRates(written) !== null, rule("tax_rates")),
  { is: { type: "string", pattern: "^(([A-Z]{2}|\\*) [0-9]{1,2}(\\.[0-9]{1,2})?)?$" } },
)
  .nullable()
  .transform((written) => written || null);

export const legalText = z.string().max(100_000);

export const page = (label: string) => ({
  section: "legal" as const,
  label,
  drawn: "html" as const,
  input: legalText,
  output: z.string(),
  default: "",
  isPublic: false as const,
});

export const isSetting = (entry: Setting | Record<string, Setting>): entry is Setting => "input" in entry;
