import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Words of a diary: a day, a load, a commit, the run of somebody. They are true once, and a page is read for years. */
const diary: readonly RegExp[] = [
  /\b20\d\d-\d\d-\d\d\b/,
  /\bload average\b/i,
  /\b(?:quiet|busy) machine\b/i,
  /\bbeside other work\b/i,
  /\bcommit [0-9a-f]{7,40}\b/i,
  /\bmeasured (?:once )?on\b/i,
];

/** Examples stand in code, and a decision has its day in its second line. */
const prose = (text: string): string =>
  text
    .replace(/^```.*?^```/gms, "")
    .replace(/^(?: {4}|\t).*$/gm, "")
    .replace(/`[^`\n]*`/g, "")
    .replace(/^Date: \d{4}-\d\d-\d\d\./gm, "");

const isDiary = (text: string): boolean => diary.some((words) => words.test(text));

/** A changelog is one; the list of decisions names their days; the sentence of a refusal shows what a time looks like. */
const exempt = new Set(["CHANGELOG.md", "docs/decisions/README.md", "docs/refusals.md"]);

it("keeps pages free of dates, loads and commits: what was measured once is told by git", () => {
  const pages = execFileSync("git", ["ls-files", "-z", "*.md"], { encoding: "utf8" })
    .split("\0")
    .filter((page) => page !== "" && !exempt.has(page));
  expect(pages.length).toBeGreaterThan(100);
  const found = pages.flatMap((page) =>
    prose(readFileSync(page, "utf8"))
      .split("\n")
      .filter(isDiary)
      .map((line) => `${page}: ${line.slice(0, 100)}`),
  );
  expect(found).toEqual([]);
});

it("tells a diary from an example", () => {
  expect(isDiary(prose("On 2026-11-22 with a load average of 17 it took 9 s."))).toBe(true);
  expect(
    isDiary(prose("Date: 2026-11-22. Status: accepted.\n\nSay `2026-11-22`.\n\n    --ended 2026-05-01\n")),
  ).toBe(false);
});
