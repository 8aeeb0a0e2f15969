import { z } from "zod";
import { inLanguage, type Lang, textsIn } from "../core/translations";
import { formField } from "./schema";

interface Named {
  name: string;
  translations: unknown;
}

interface Translatable {
  translations: unknown;
  tags: string[];
  formFields: unknown;
  category: Named;
  skus: readonly object[];
}

/** Tags of another language are one text, as an operator types them. */
export const splitTags = (text: string): string[] =>
  text
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter(Boolean)
    .slice(0, 10);

/** The questions to the buyer with the labels that `texts` has for them, by `form.<key>`. */
export function translateForm(fields: unknown, texts: Record<string, string> | null): unknown {
  const read = texts && z.array(formField).safeParse(fields).data;
  return read
    ? read.map((field) => ({ ...field, label: texts[`form.${field.key}`] ?? field.label }))
    : fields;
}

const hasTexts = (sku: object): sku is object & { translations: unknown } => "translations" in sku;

/** A product with its category and options in the language of the reader, as far as it was translated. */
export function translateProduct<T extends Translatable>(row: T, lang: Lang): T {
  if (lang === undefined) return row;
  const texts = textsIn(row.translations, lang);
  return {
    ...inLanguage(row, lang),
    tags: texts?.tags ? splitTags(texts.tags) : row.tags,
    formFields: translateForm(row.formFields, texts),
    category: inLanguage(row.category, lang),
    skus: row.skus.map((sku) => (hasTexts(sku) ? inLanguage(sku, lang) : sku)),
  };
}
