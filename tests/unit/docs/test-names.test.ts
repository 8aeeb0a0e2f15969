import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Openings of a name that begins in the middle of a sentence: with the verb (or the subject) goes its sense. */
const fragment =
  /^(?:should|shall|of|that|which|whose|who|what|whatever|with|without|at|in|on|for|from|to|by|after|before|when|where|while|if|and|but|not|only)\b/i;
const codes = /\[[A-Z]\d+(?:, [A-Z]\d+)*\]$/;
const code = /(?<![\w-])[CNOPWA]\d{1,3}(?![\w-])/;

/** Names of tests: the first text of `it(…)`, `it.each(…)(…)` and `test.for(…)(…)`. */
const namesIn = (source: string): string[] =>
  [
    ...source.matchAll(
      /^\s*(?:it|test)(?:\.\w+)*\(\s*"((?:[^"\\]|\\.)*)"|^\s*\]?[^\n]*\)\(\s*"((?:[^"\\]|\\.)*)", (?:async )?\(/gm,
    ),
  ].map(([, plain, ofTable]) => plain ?? ofTable ?? "");

function problemOf(name: string): string | null {
  if (fragment.test(name)) return "begins in the middle of a sentence";
  return code.test(name.replace(codes, "")) ? "holds a rule elsewhere than in brackets at its end" : null;
}

it("names a test by subject, verb and outcome, with its rule in brackets at the end", () => {
  const names = execFileSync("git", ["ls-files", "-z", "tests/*.test.ts"], { encoding: "utf8" })
    .split("\0")
    .filter(Boolean)
    .flatMap((file) => namesIn(readFileSync(file, "utf8")).map((name) => ({ file, name })));
  expect(names.length).toBeGreaterThan(1500);
  const found = names.flatMap(({ file, name }) => {
    const problem = problemOf(name);
    return problem ? [`${file}: "${name}" ${problem}`] : [];
  });
  expect(found).toEqual([]);
});

it("tells a name from a fragment of one", () => {
  expect(["of one event are one mail", "should work", "says so (C23) at once"].map(problemOf)).not.toContain(
    null,
  );
  expect(["keeps a key for the first buyer [O1, C23]", "two buyers get one key each"].map(problemOf)).toEqual(
    [null, null],
  );
  expect(namesIn('it("a", () => {});\n  it.each([1])("b", async (n) => {});\n')).toEqual(["a", "b"]);
});
