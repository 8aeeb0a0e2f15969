import { baseLocale } from "@/lib/core/locale";
import { rules, writtenSentence } from "@/lib/core/refusals/translate";

const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** docs/refusals.md. A program branches on the rule; the sentences of the other languages stand in messages/. */
export function refusalList(): string {
  const rows = [...rules]
    .sort()
    .map((rule) => `| \`${rule}\` | ${cell(writtenSentence(rule, baseLocale))} |`);
  return `<!-- Written by \`npm run docs\` from \`messages/en/refusals-*.ts\`. -->

# Refusals

Every answer that is an error carries one of these rules in \`X-Error-Rule\`; \`msg\` is its sentence, after the name of the member
(\`X-Error-Field\`) where there is one. The sentence comes in the reader's language, here in English: a program goes by the rule.

| rule | sentence |
|---|---|
${rows.join("\n")}
`;
}
