import { locales } from "@/lib/core/locale";
import { rules, writtenSentence } from "@/lib/core/refusals/translate";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** docs/refusals.md. */
export function refusalList(): string {
  const rows = [...rules]
    .sort()
    .map(
      (rule) =>
        `| \`${rule}\` | ${locales.map((locale) => cell(writtenSentence(rule, locale))).join(" | ")} |`,
    );
  return `# Refusals

Written by \`npm run docs\` from \`messages/<language>/refusals-*.ts\`. Every answer that is an error carries one of these rules in
\`X-Error-Rule\`; \`msg\` is its sentence in the reader's language, after the name of the member (\`X-Error-Field\`) where there is one.

| rule | ${locales.join(" | ")} |
|---|${locales.map(() => "---|").join("")}
${rows.join("\n")}
`;
}
