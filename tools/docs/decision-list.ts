import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const statusPattern = /^(accepted|superseded( in part)? by \d+)$/;

interface Decision {
  number: string;
  title: string;
  file: string;
  date: string;
  status: string;
}

function readDecision(folder: string, file: string): Decision {
  const text = readFileSync(path.join(folder, file), "utf8");
  const number = path.basename(file).slice(0, 4);
  const title = new RegExp(`^# ${Number(number)}\\. (.+)$`, "m").exec(text)?.[1];
  const [, date, status = ""] = /^Date: (\d{4}-\d{2}-\d{2})\. Status: ([^.\n]+)\.$/m.exec(text) ?? [];
  if (!title || !date || !statusPattern.test(status))
    throw new Error(
      `docs/decisions/${file} needs the title "# ${Number(number)}. …" and the line "Date: YYYY-MM-DD. Status: accepted."`,
    );
  return { number, title, file, date, status };
}

const decisionsIn = (folder: string, within: string): Decision[] =>
  readdirSync(path.join(folder, within))
    .filter((file) => /^\d{4}-/.test(file))
    .sort()
    .map((file) => readDecision(folder, path.posix.join(within, file)));

const table = (decisions: readonly Decision[]): string => `| number | decision | date | status |
|---|---|---|---|
${decisions.map(({ number, title, file, date, status }) => `| ${number} | [${title}](${file}) | ${date} | ${status} |`).join("\n")}`;

/** docs/decisions/README.md: every decision with its date and status. */
export function decisionList(root: string): string {
  const folder = path.join(root, "docs/decisions");
  const [shop, speed] = [decisionsIn(folder, ""), decisionsIn(folder, "speed")];
  const numbers = new Set([...shop, ...speed].map(({ number }) => Number(number)));
  for (const { file, status } of [...shop, ...speed]) {
    const successor = /\d+$/.exec(status)?.[0];
    if (successor && !numbers.has(Number(successor)))
      throw new Error(`docs/decisions/${file}: there is no decision ${successor}`);
  }
  return `# Decisions

Written by \`npm run docs\`. Each page is one decision with its reason. Numbers are handed out in blocks by area, so there are gaps. One that was
overtaken says by which.

${table(shop)}

## Speed and memory

To be read by whoever makes something faster; nothing else depends on them.

${table(speed)}
`;
}
