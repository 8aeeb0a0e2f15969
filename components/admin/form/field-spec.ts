import { formatMoney, parseMoney, writeShopAmount } from "@/lib/core/money";
import type { Locale } from "@/messages/locales";
import type { PictureUse } from "./picture-size";

export type FieldValue = string | boolean | string[];

export type Common = {
  /** Path into the body: `captcha.provider`. */
  name: string;
  label: string;
  hint?: string | undefined;
  required?: boolean;
  placeholder?: string | undefined;
  /** Takes the whole width of a two-column form. */
  wide?: boolean;
  /** Shown only while another field has one of these values. */
  when?: { name: string; values: readonly string[] };
  /** An address: proposed from what this field says, until one is typed. */
  proposedFrom?: string;
  /** The text in this language, shown under its tab; without it the field is in the shop's own. */
  language?: Locale;
  /** Opens something for whoever reads it: never kept in a browser. */
  isSecret?: boolean;
  /** Value that an empty field sends; `omit` leaves the member out. */
  empty?: "null" | "omit" | "text";
};

type Option = { value: string; label: string };

/** A form described as data, so that a server page can hand it to the browser. */
export type FieldSpec =
  | (Common & { kind: "text" | "email" | "url" | "password" | "money"; value?: string | null })
  | (Common & { kind: "textarea" | "html"; value?: string | null; rows?: number; mono?: boolean })
  /** `scale`: what is sent is the number times this (2.5 % as 250). */
  | (Common & {
      kind: "number";
      value?: number | null;
      min?: number;
      max?: number;
      step?: number;
      unit?: string;
      scale?: number;
    })
  /** `numeric` sends a number. */
  | (Common & {
      kind: "select";
      value?: string | null;
      options: readonly Option[];
      numeric?: boolean;
      choose?: string;
    })
  | (Common & { kind: "switch"; value?: boolean })
  | (Common & { kind: "datetime"; value?: string | null })
  | (Common & { kind: "picture"; value?: string | null; use?: PictureUse })
  /** A picture of money that arrived; the value is its id. */
  | (Common & { kind: "proof"; value?: string | null })
  /** One entry a line. */
  | (Common & { kind: "lines"; value?: readonly string[]; rows?: number })
  | (Common & { kind: "checks"; value?: readonly string[]; options: readonly Option[]; numeric?: boolean });

export type FormValues = Record<string, FieldValue>;

export function initialValue(spec: FieldSpec): FieldValue {
  switch (spec.kind) {
    case "switch":
      return spec.value ?? false;
    case "lines":
      return (spec.value ?? []).join("\n");
    case "checks":
      return [...(spec.value ?? [])];
    case "number":
      return spec.value === null || spec.value === undefined ? "" : String(spec.value / (spec.scale ?? 1));
    case "select":
      return spec.value ?? (spec.choose === undefined ? (spec.options[0]?.value ?? "") : "");
    case "money":
      return writeShopAmount(spec.value ?? "");
    default:
      return spec.value ?? "";
  }
}

export const initialValues = (specs: readonly FieldSpec[]): FormValues =>
  Object.fromEntries(specs.map((spec) => [spec.name, initialValue(spec)]));

export function isShown(spec: FieldSpec, values: FormValues): boolean {
  return !spec.when || spec.when.values.includes(String(values[spec.when.name] ?? ""));
}

function wireValue(spec: FieldSpec, value: FieldValue): unknown {
  if (typeof value === "boolean") return value;
  if (Array.isArray(value)) return spec.kind === "checks" && spec.numeric ? value.map(Number) : value;
  if (spec.kind === "lines") {
    return value
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  }
  const text =
    spec.kind === "password" || spec.kind === "textarea" || spec.kind === "html" ? value : value.trim();
  if (text === "") {
    const empty =
      spec.empty ??
      (spec.required ? "text" : spec.kind === "text" || spec.kind === "textarea" ? "text" : "null");
    return empty === "omit" ? undefined : empty === "null" ? null : "";
  }
  if (spec.kind === "number") return spec.scale ? Math.round(Number(text) * spec.scale) : Number(text);
  if (spec.kind === "select" && spec.numeric) return Number(text);
  if (spec.kind === "datetime") return new Date(text).toISOString();
  return text;
}

function place(body: Record<string, unknown>, path: string, value: unknown): void {
  const [head = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    body[head] = value;
    return;
  }
  body[head] ??= {};
  place(body[head] as Record<string, unknown>, rest.join("."), value);
}

const secretNames = /(^|[._])(secret|password|passphrase|token|private|key|keys|pairing|content)s?([._]|$)/;

/** By its kind, its description or its name. A name that only looks like one costs no more than a draft. */
export const isSecretField = ({ kind, isSecret, name }: FieldSpec): boolean =>
  kind === "password" || kind === "proof" || isSecret === true || secretNames.test(name);

/** The values that a browser may keep. */
export const withoutSecrets = (specs: readonly FieldSpec[], values: FormValues): FormValues =>
  Object.fromEntries(
    specs.filter((spec) => !isSecretField(spec)).map(({ name }) => [name, values[name] ?? ""]),
  );

/** A rich text in words: its tags say nothing. */
export const sayRichText = (html: string): string =>
  html
    .replace(/<\/(p|li|h\d|div)>|<br\s*\/?>/g, "\n")
    .replace(/<[^>]*>/g, "")
    .trim();

/** Says in words what somebody else saved. */
export function sayValue(spec: FieldSpec, value: FieldValue, texts: { on: string; off: string }): string {
  if (typeof value === "boolean") return value ? texts.on : texts.off;
  const named = (one: string) =>
    ("options" in spec ? spec.options.find((option) => option.value === one)?.label : undefined) ?? one;
  if (Array.isArray(value)) return value.map(named).join(", ");
  if (spec.kind === "html") return sayRichText(value);
  return named(value);
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The request body: fields that are not shown are not sent. */
export function toBody(specs: readonly FieldSpec[], values: FormValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const spec of specs) {
    if (!isShown(spec, values)) continue;
    const value = wireValue(spec, values[spec.name] ?? "");
    if (value !== undefined) place(body, spec.name, value);
  }
  return body;
}

/** Reads the server's value of a field; a select without a value shows its first option, which nobody stored. */
function seenValue(spec: FieldSpec, before: FormValues): unknown {
  const isUnset = "value" in spec && (spec.value === null || spec.value === undefined);
  if (isUnset && isSame(before[spec.name], initialValue(spec))) return null;
  const seen = wireValue(spec, before[spec.name] ?? "") ?? null;
  if (spec.kind !== "money" || typeof seen !== "string") return seen;
  // The server compares with what it sent, which always has two decimals.
  const cents = parseMoney(seen);
  return cents === undefined ? seen : formatMoney(cents);
}

const seenOf = (specs: readonly FieldSpec[], before: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    specs.filter((spec) => spec.kind !== "password").map((spec) => [spec.name, seenValue(spec, before)]),
  );

/** Only what was changed, and in `seen` what it was before: the server refuses what somebody else changed meanwhile. */
export function toChanges(
  specs: readonly FieldSpec[],
  values: FormValues,
  before: FormValues,
): Record<string, unknown> {
  const changed = specs.filter(
    (spec) =>
      isShown(spec, values) && (!isShown(spec, before) || !isSame(values[spec.name], before[spec.name])),
  );
  return { ...toBody(changed, values), seen: seenOf(changed, before) };
}

/** For a write that replaces the whole row: everything, and what all of it was before. */
export const toReplacement = (
  specs: readonly FieldSpec[],
  values: FormValues,
  before: FormValues,
): Record<string, unknown> => ({
  ...toBody(specs, values),
  seen: seenOf(
    specs.filter((spec) => isShown(spec, before)),
    before,
  ),
});

/** Merges what somebody else saved meanwhile with what was typed: theirs, but for the members that were changed here. */
export function mergeFresh<T extends object>(typed: T, before: T, fresh: T): T {
  const merged = { ...fresh };
  for (const name in fresh) if (!isSame(typed[name], before[name])) merged[name] = typed[name];
  return merged;
}
