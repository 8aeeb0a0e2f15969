import { type Locale, locales } from "@/lib/core/locale";

interface Table {
  imports: string[];
  /** Text between the imports and the table. */
  declares?: string;
  about: string;
  name: string;
  type: string;
  entryOf: (locale: Locale) => string;
}

const fileOf = (line: string) => line.split('"')[1] ?? "";

const write = ({ imports, declares = "", about, name, type, entryOf }: Table): string => {
  const entries = locales.map(entryOf);
  const inOneLine = `export const ${name}: Record<Locale, ${type}> = { ${entries.join(", ")} };`;
  const table =
    inOneLine.length <= 110
      ? inOneLine
      : `export const ${name}: Record<Locale, ${type}> = {\n${entries.map((entry) => `  ${entry},\n`).join("")}};`;
  return `${[
    "// Written by `npm run docs` from the list in lib/core/locale.ts.",
    'import type { Locale } from "@/lib/core/locale";',
    ...imports.sort((a, b) => fileOf(a).localeCompare(fileOf(b))),
    "",
    ...(declares ? [declares, ""] : []),
    `/** ${about} */`,
    table,
  ].join("\n")}\n`;
};

const texts = "type Texts = Readonly<Record<string, string>>;";

/** Files of messages/ that name the folder of every language in lib/core/locale.ts. */
export const languageTables: Readonly<Record<string, () => string>> = {
  "messages/languages.ts": () =>
    write({
      imports: [
        'import type { Language } from "./language";',
        ...locales.map((locale) => `import { language as ${locale} } from "./${locale}/language";`),
      ],
      about: "Words of the server, in every language of the shop.",
      name: "languages",
      type: "Language",
      entryOf: (locale) => locale,
    }),
  "messages/problem-tables.ts": () =>
    write({
      imports: [...locales.map((locale) => `import { problems as ${locale} } from "./${locale}/problems";`)],
      declares: texts,
      about: "Problems of calls and deliveries that the server notes, in every language, by their English.",
      name: "problemTables",
      type: "Texts",
      entryOf: (locale) => locale,
    }),
  "messages/refusal-tables.ts": () =>
    write({
      imports: [
        ...locales.flatMap((locale) => [
          `import * as ${locale}Words from "./${locale}/refusals-words";`,
          `import * as ${locale}Input from "./${locale}/refusals-input";`,
          `import * as ${locale}State from "./${locale}/refusals-state";`,
        ]),
      ],
      declares: texts,
      about: "The sentences of refusals and the words in them, in every language and in one order.",
      name: "refusalTables",
      type: "readonly Texts[]",
      entryOf: (locale) =>
        `${locale}: [${locale}Input.inputRefusals, ${locale}State.stateRefusals, ${locale}Words.statuses, ${locale}Words.things]`,
    }),
};
