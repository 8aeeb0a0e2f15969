import { readFileSync } from "node:fs";
import path from "node:path";
import { baseLocale, type Locale, languageTag, locales } from "@/lib/core/locale";
import { areas } from "@/messages/areas";
import { partOfArea, parts, readIn } from "@/messages/parts";

/** Files of words that the server says, with the part of a language that they belong to. */
const files: readonly (readonly [file: string, part: string, what: string])[] = [
  [
    "refusals-input.ts, refusals-state.ts, refusals-words.ts",
    "shopper",
    "sentences of refusals, by their rule (docs/refusals.md)",
  ],
  ["living-notices.ts", "shopper", "words in the place of a text that a buyer may not read"],
  ["gateway-lines.ts", "shopper", "what a top-up and a refund are called on the pages of a gateway"],
  ["broken.ts", "shopper", "the page that could not even be begun"],
  [
    "mails.ts, ending-mails.ts, file-mails.ts, mail-pieces.ts",
    "mails",
    "mails to shoppers and staff, and what they are called",
  ],
  ["alerts.ts, tasks.ts, operator-events.ts", "admin", "alerts, the to-do list, messages to the operator"],
  ["problems.ts", "admin", "what the server notes of calls and deliveries that went wrong"],
  [
    "settings.json",
    "admin",
    "label and hint of each setting; the English stands in `lib/settings/definitions.ts`",
  ],
];

const sectionsOf = (root: string, area: string): string[] =>
  Object.entries(
    JSON.parse(readFileSync(path.join(root, `messages/${baseLocale}/${area}.json`), "utf8")) as object,
  )
    .filter(([, inner]) => typeof inner === "object")
    .map(([section]) => `\`${section}\``);

/** docs/texts.md. */
export function textPages(root: string): string {
  const languageRows = locales.map((locale: Locale) => {
    const written = parts.filter((part) => readIn(locale, part) === locale);
    return `| \`${locale}\` | ${languageTag[locale]} | ${written.join(", ")} |`;
  });
  const areaRows = areas.map(
    (area) =>
      `| \`${area}.json\` | ${partOfArea(area)} | ${sectionsOf(root, area).join(", ") || "one section"} |`,
  );
  const fileRows = files.map(
    ([file, part, what]) => `| \`${file.replaceAll(", ", "`, `")}\` | ${part} | ${what} |`,
  );
  return `# Texts and languages

Written by \`npm run docs\`; its sentences stand in \`tools/docs/text-pages.ts\`. Everything that a person reads stands in \`messages/<language>/\`, once a language; code and the
database hold rules, kinds and values, and never sentences. English is the measure: a key that it lacks does not compile, and what another
language lacks does not compile or fails in \`tests/unit/store/languages.test.ts\`.

## Which language somebody reads

| what | language |
|---|---|
| a page | that of its address (\`/zh/products\`), else the reader's choice (a cookie), else what the browser likes best of those that the shop offers, else the shop's own: \`lib/settings/choose-locale.ts\` |
| a refusal of the API | the same; for a caller with an account also the account's |
| an order, its mails | the language of the page where it was placed, kept with the order |
| texts of a product, a post, a setting | the column \`translations\` of the row, else the shop's own text (decision 704) |
| a message to the operator | the language of the notification channel |
| logs, notes for programs | English |

A language is one line in \`lib/core/locale.ts\` and a folder (CONTRIBUTING.md has the recipe). It may lack a part as a whole: then all of that page
or mail is English, its \`lang\` included, so that none is in two languages.

| language | tag | parts that it has |
|---|---|---|
${languageRows.join("\n")}

## Texts of pages

A page reads an area with \`getTranslations("admin-money.refunds")\`: the file, then the section. The browser gets only the areas that a page
names (\`ClientMessages\` in \`components/store/client-messages.tsx\`), so a new area makes no page heavier. A new section of an area needs no list; a new area is a
line in \`messages/areas.ts\`.

| file | part | sections |
|---|---|---|
${areaRows.join("\n")}

## Words of the server

| file | part | what |
|---|---|---|
${fileRows.join("\n")}

\`npm run docs\` writes the tables that name every folder: \`messages/languages.ts\`, \`written-parts.ts\` and those beside them.
`;
}
