import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

function files(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs|prisma|md)$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith("lib/db/generated/") && file !== "docs/rules.md");
}

const code = /(?<![\w#$.&%/"-])[CNOPWA][1-9]\d{0,2}(?![\w."-])/g;
const rules = [...read("docs/rules.md").matchAll(/^\| ([A-Z]\d+) \| .+ \| \[.+\]\(\.\.\/(.+)\) \|$/gm)].map(
  ([, rule = "", test = ""]) => ({ rule, test }),
);

describe("the rules", () => {
  it("defines every code that is cited", () => {
    const known = new Set(rules.map(({ rule }) => rule));
    const unknown = [
      "app",
      "components",
      "lib",
      "scripts",
      "server",
      "tools",
      "prisma/models",
      "messages",
      "docs",
      "tests",
    ]
      .flatMap(files)
      .flatMap((file) => [...read(file).matchAll(code)].map(([cited]) => ({ cited, file })))
      .filter(({ cited }) => !known.has(cited))
      .map(({ cited, file }) => `${cited} in ${file}`);
    expect(unknown).toEqual([]);
  });

  it("defines each code once", () => {
    const codes = rules.map(({ rule }) => rule);
    expect(codes.filter((rule, place) => codes.indexOf(rule) !== place)).toEqual([]);
  });

  it("proves every rule by a test that cites it", () => {
    const unproved = rules.filter(({ rule, test }) => !new RegExp(`\\b${rule}\\b`).test(read(test)));
    expect(unproved).toEqual([]);
    expect(rules.length).toBeGreaterThan(100);
  });
});
