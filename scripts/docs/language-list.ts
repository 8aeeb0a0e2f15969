import { locales } from "@/lib/core/locale";

/** messages/languages.ts: the folder of every language that lib/core/locale.ts lists. */
export const languageList = (): string =>
  [
    "// Written by `npm run docs` from the list in lib/core/locale.ts.",
    'import type { Locale } from "@/lib/core/locale";',
    ...[
      'import type { Language } from "./language";',
      ...locales.map((locale) => `import { language as ${locale} } from "./${locale}/language";`),
    ].sort((a, b) => (a.split('"')[1] ?? "").localeCompare(b.split('"')[1] ?? "")),
    "",
    "/** What the server says, in every language of the shop. */",
    `export const languages: Record<Locale, Language> = { ${locales.join(", ")} };`,
    "",
  ].join("\n");
