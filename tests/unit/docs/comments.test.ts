import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const headless = /^(?:What|Who|Whose|Whoever|Whatever|Those|Of|One (?:that|which|of))\b/;

const sources = [
  "*.ts",
  "*.tsx",
  "*.mjs",
  "*.prisma",
  "*.css",
  "*.py",
  "*.sh",
  "*.y*ml",
  "*.service",
  "*file",
];

/** Openings of the comments of a source: a block's, and the first of several lines of `//`, `///` or `#`. */
const openings = (source: string): string[] =>
  [
    ...`\n${source}`.matchAll(
      /^(?![ \t]*(?:\/\/|#)).*\n\s*(?:\/\/\/?|#) (.*)$|^\s*(?:\{ ?)?\/\*\*?(?:\s*\n\s*\*)? +(.*)$/gm,
    ),
  ].map(([, line, block]) => line ?? block ?? "");

it("says in a comment's first words what it is about: a verb or a noun, and no headless clause", () => {
  const found = execFileSync("git", ["ls-files", "-z", ...sources], { encoding: "utf8" })
    .split("\0")
    .filter((file) => file !== "" && !file.startsWith("lib/db/generated/"))
    // Sentences of the description, which a generator copies.
    .filter((file) => file !== "clients/typescript/src/api-types.ts")
    .flatMap((file) =>
      openings(readFileSync(file, "utf8"))
        .filter((text) => headless.test(text))
        .map((text) => `${file}: ${text}`),
    );
  const commented =
    "/// Of all.\nconst a = 1;\n// Who asks.\n# What is left.\n/** What is said. */\n/**\n * Of it.\n */\n";
  expect(openings(commented)).toEqual(["Of all.", "Who asks.", "What is said. */", "Of it."]);
  expect(found).toEqual([]);
});
