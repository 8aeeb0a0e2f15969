import { isLocale, type Locale, toLocale } from "@/messages/locales";
import type { FieldSpec } from "./field-spec";

export interface Languages {
  /** The shop's own: what the fields themselves are written in. */
  own: Locale;
  others: readonly Locale[];
}

export const languagesOf = ({
  locales,
  defaultLocale,
}: {
  locales: string[];
  defaultLocale: string;
}): Languages => {
  const own = toLocale(defaultLocale);
  return { own, others: locales.filter(isLocale).filter((locale) => locale !== own) };
};

type Stored = Partial<Record<Locale, Record<string, string>>>;

const textName = (field: FieldSpec) => field.name.split(".").at(-1) ?? field.name;

/** A field for the same text in another language. Left empty, the shop's own text is shown there. */
function translated(field: FieldSpec, language: Locale, stored: Stored): FieldSpec {
  const name = textName(field);
  const own = "value" in field && typeof field.value === "string" ? field.value : "";
  const { hint: _hint, when: _when, ...rest } = field;
  return {
    ...rest,
    name: `translations.${language}.${name}`,
    value: stored[language]?.[name] ?? "",
    required: false,
    empty: "text",
    language,
    ...(field.kind === "text" || field.kind === "textarea" ? { placeholder: own } : {}),
  } as FieldSpec;
}

/** The fields, and each of the named ones once more for every other language of the shop. */
export const inLanguages = (
  fields: readonly FieldSpec[],
  names: readonly string[],
  { others }: Languages,
  stored: Stored = {},
): FieldSpec[] => [
  ...fields,
  ...others.flatMap((language) =>
    fields
      .filter((field) => names.includes(textName(field)))
      .map((field) => translated(field, language, stored)),
  ),
];
