import { type Locale, languageTag, locales } from "@/lib/core/locale";
import type { AdminWords, MailWords, ShopperWords } from "@/messages/language";
import { languages } from "@/messages/languages";
import type { Part } from "@/messages/parts";
import { problemTables } from "@/messages/problem-tables";
import { refusalTables } from "@/messages/refusal-tables";
import { staffRefusalTables } from "@/messages/staff-refusal-tables";
import { writtenParts } from "@/messages/written-parts";

/** Members that are no text, of what a language writes. */
const plain = new Set(["kind", "part", "url", "code", "secrets"]);

/** The same with every text between these brackets; what writes texts writes them so. */
function bracketed(value: unknown): unknown {
  if (typeof value === "string") return `⟦${value}⟧`;
  if (Array.isArray(value)) return value.map(bracketed);
  if (typeof value === "function") {
    const writer = (...given: unknown[]) => bracketed(value(...given));
    // An alert's text that takes nothing is told from one that needs data.
    return Object.defineProperty(writer, "length", { value: value.length });
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      // A mail is called as one of them is: what writes it is a function.
      plain.has(name) && typeof inner !== "function" ? inner : bracketed(inner),
    ]),
  );
}

interface Words {
  shopper: ShopperWords;
  mails: MailWords;
  admin: AdminWords;
}

const wordsOf: { readonly [P in Part]: readonly (keyof Words[P])[] } = {
  shopper: ["refusals", "livingNotices", "gatewayLines", "refusalWords"],
  mails: ["mails", "mailFooters", "sampleProduct", "mailNames"],
  admin: ["alerts", "operatorEvents", "tasks"],
};

/**
 * Adds German, which is English in brackets, to the running shop: with the line and the tables that `npm run docs` writes for
 * a folder of these parts. What knows the languages by a list of its own does not know it. Returns what takes it away again.
 */
export function addGerman(parts: readonly Part[]): { locale: Locale; remove: () => void } {
  const locale = "de" as Locale;
  const names: readonly string[] = parts.flatMap((part) => wordsOf[part]);
  const own = Object.entries(languages.en).filter(([name]) => names.includes(name));
  Object.assign(languageTag, { [locale]: "de" });
  locales.push(locale);
  Object.assign(writtenParts, { [locale]: parts });
  Object.assign(languages, {
    [locale]: {
      ...languages.en,
      ...Object.fromEntries(own.map(([name, words]) => [name, bracketed(words)])),
    },
  });
  const written = (part: Part, words: unknown) => ({
    [locale]: parts.includes(part) ? bracketed(words) : words,
  });
  Object.assign(refusalTables, written("shopper", refusalTables.en));
  Object.assign(staffRefusalTables, written("admin", refusalTables.en));
  Object.assign(problemTables, written("admin", problemTables.en));
  const remove = () => {
    locales.splice(locales.indexOf(locale), 1);
    for (const table of [
      languageTag,
      writtenParts,
      languages,
      refusalTables,
      staffRefusalTables,
      problemTables,
    ])
      Reflect.deleteProperty(table, locale);
  };
  return { locale, remove };
}
