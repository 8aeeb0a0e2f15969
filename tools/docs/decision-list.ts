import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** docs/decisions/README.md: every decision with its date and status. */
export function decisionList(root: string): string {
  const folder = path.join(root, "docs/decisions");
  const rows = readdirSync(folder)
    .filter((file) => /^\d{4}-/.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), "utf8");
      const title = /^# (?:\d+\. )?(.+)$/m.exec(text)?.[1];
      const [, date, status] = /^Date: (\d{4}-\d{2}-\d{2})\. Status: ([^.\n]+)\.$/m.exec(text) ?? [];
      if (!title || !date || !status)
        throw new Error(
          `docs/decisions/${file} needs a title and the line "Date: YYYY-MM-DD. Status: accepted."`,
        );
      return `| ${file.slice(0, 4)} | [${title}](${file}) | ${date} | ${status} |`;
    });
  return `# Decisions

Written by \`npm run docs\`. Each page is one decision with its reason. Numbers are handed out in blocks by area, so there are gaps.

| number | decision | date | status |
|---|---|---|---|
${rows.join("\n")}
`;
}
