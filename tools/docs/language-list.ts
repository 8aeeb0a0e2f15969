import { readdirSync } from "node:fs";
import path from "node:path";
import { baseLocale, type Locale, locales } from "@/lib/core/locale";

const messages = path.resolve(import.meta.dirname, "../../messages");

/** Part of a language that a file of its folder belongs to; none of them for the file that names the others. */
const partOfFile: readonly (readonly [RegExp, string | null])[] = [
  [/^language\.ts$/, null],
  [/mails?\b/, "mails"],
  [/^(admin|settings|alerts|tasks|operator-events|problems)\b/, "admin"],
  [/./, "shopper"],
];

function partsOf(locale: Locale): string[] {
  const files = readdirSync(path.join(messages, locale));
  const found = files.map((file) => partOfFile.find(([pattern]) => pattern.test(file))?.[1] ?? null);
  return ["shopper", "mails", "admin"].filter((part) => found.includes(part));
}

/** Name of a language in code, and as a key of a table: in quotes where it has a hyphen. */
const nameOf = (locale: Locale): string =>
  locale.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const keyOf = (locale: Locale): string => (nameOf(locale) === locale ? locale : JSON.stringify(locale));
/** Entry of a table, short where key and value are the same. */
const entry = (locale: Locale, value: string): string =>
  keyOf(locale) === value ? value : `${keyOf(locale)}: ${value}`;

const has = (part: string) => (locale: Locale) => partsOf(locale).includes(part);
const isWhole = (locale: Locale) => partsOf(locale).length === partsOf(baseLocale).length;

interface Table {
  imports: string[];
  /** Text between the imports and the table. */
  declares?: string;
  about: string;
  name: string;
  type: string;
  /** A language without an entry makes the table a list of those that have one. */
  entryOf: (locale: Locale) => string | null;
  optional?: boolean;
}

/** Place of an import among others, as the formatter sorts them: a folder stands before another one that goes on with a dash. */
const placeOf = (line: string) => (line.split('"')[1] ?? "").replaceAll("/", "!");

const write = ({ imports, declares = "", about, name, type, entryOf, optional }: Table): string => {
  const entries = locales.map(entryOf).filter((entry) => entry !== null);
  const record = optional ? `Partial<Record<Locale, ${type}>>` : `Record<Locale, ${type}>`;
  const inOneLine = `export const ${name}: ${record} = { ${entries.join(", ")} };`;
  const table =
    inOneLine.length <= 110
      ? inOneLine
      : `export const ${name}: ${record} = {\n${entries.map((entry) => `  ${entry},\n`).join("")}};`;
  return `${[
    "// Written by `npm run docs` from the list in lib/core/locale.ts.",
    'import type { Locale } from "@/lib/core/locale";',
    ...imports.sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1)),
    "",
    ...(declares ? [declares, ""] : []),
    `/** ${about} */`,
    table,
  ].join("\n")}\n`;
};

const refusalTable = (name: string, part: string, about: string): string =>
  write({
    imports: [
      'import type { RefusalSentences } from "./sentences";',
      ...locales
        .filter(has(part))
        .flatMap((locale) => [
          `import * as ${nameOf(locale)}Words from "./${locale}/refusals-words";`,
          `import * as ${nameOf(locale)}Input from "./${locale}/refusals-input";`,
          `import * as ${nameOf(locale)}State from "./${locale}/refusals-state";`,
        ]),
    ],
    about,
    name,
    type: "RefusalSentences",
    entryOf(locale) {
      const own = nameOf(has(part)(locale) ? locale : baseLocale);
      return `${keyOf(locale)}: {
    sentences: { ...${own}Input.inputRefusals, ...${own}State.stateRefusals },
    words: { what: ${own}Words.things, expected: ${own}Words.types, status: ${own}Words.statuses },
  }`;
    },
  });

/** Files of messages/ that name the folder of every language in lib/core/locale.ts. */
export const languageTables: Readonly<Record<string, () => string>> = {
  "messages/languages.ts": () =>
    write({
      imports: [
        'import type { Language } from "./language";',
        ...locales.map((locale) => `import { language as ${nameOf(locale)} } from "./${locale}/language";`),
      ],
      about: "Words of the server, in every language of the shop.",
      name: "languages",
      type: "Language",
      entryOf: (locale) =>
        entry(locale, isWhole(locale) ? nameOf(locale) : `{ ...${baseLocale}, ...${nameOf(locale)} }`),
    }),
  "messages/written-parts.ts": () =>
    write({
      imports: ['import type { Part } from "./parts";'],
      about: "Parts that the folder of a language has files of.",
      name: "writtenParts",
      type: "readonly Part[]",
      entryOf: (locale) =>
        `${keyOf(locale)}: [${partsOf(locale)
          .map((part) => `"${part}"`)
          .join(", ")}]`,
    }),
  "messages/broken-texts.ts": () =>
    write({
      imports: locales
        .filter(has("shopper"))
        .map((locale) => `import { broken as ${nameOf(locale)} } from "./${locale}/broken";`),
      declares: "type Text = { title: string; text: string; again: string };",
      about: "Said in every language when a page could not even be begun.",
      name: "brokenTexts",
      type: "Text",
      optional: true,
      entryOf: (locale) => (has("shopper")(locale) ? entry(locale, nameOf(locale)) : null),
    }),
  "messages/problem-tables.ts": () =>
    write({
      imports: [
        'import type { ProblemSentences } from "./sentences";',
        ...locales
          .filter(has("admin"))
          .map((locale) => `import { problems as ${nameOf(locale)} } from "./${locale}/problems";`),
      ],
      about: "Sentences of problems that the server notes, in every language.",
      name: "problemTables",
      type: "ProblemSentences",
      entryOf: (locale) => entry(locale, has("admin")(locale) ? nameOf(locale) : baseLocale),
    }),
  "messages/refusal-tables.ts": () =>
    refusalTable(
      "refusalTables",
      "shopper",
      "The sentences of refusals and the words in them, in every language.",
    ),
  "messages/staff-refusal-tables.ts": () =>
    refusalTable("staffRefusalTables", "admin", "The same in the languages that the admin is written in."),
};
