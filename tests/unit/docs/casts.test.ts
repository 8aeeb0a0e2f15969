import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, it } from "vitest";

/** Casts of lib that the compiler has to believe. It may only fall: whoever removes one lowers it. */
const ceiling = 107;
const mostPerThousandLines = 2;

/** `x as T`, each of `x as unknown as T`, and `<T>x`; `as const` says nothing that the compiler does not see. */
function castsIn(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isCast = ts.isAsExpression(node) || ts.isTypeAssertionExpression(node);
    if (isCast && node.type.getText() !== "const") {
      const { line } = source.getLineAndCharacterOfPosition(node.type.getStart());
      found.push(`${file}:${line + 1}: ${node.type.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

it("tells a cast from a constant, an import and a renamed export", () => {
  const text =
    'import { a as b } from "a"; const c = ["d"] as const; const e = c as unknown as F; export { e as g };';
  expect(castsIn("x.ts", text)).toEqual(["x.ts:1: F", "x.ts:1: unknown"]);
});

function castsOf(room: string) {
  const sources = execFileSync("git", ["ls-files", "-z", `${room}/*.ts`, `${room}/*.tsx`], {
    encoding: "utf8",
  })
    .split("\0")
    .filter((file) => file !== "" && !file.startsWith("lib/db/generated/"))
    .map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const casts = sources.flatMap(({ file, text }) => (text.includes(" as ") ? castsIn(file, text) : []));
  const lines = sources.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0);
  return { casts, rate: casts.length / (lines / 1000) };
}

it("lets lib tell the compiler what it cannot prove ever more seldom", () => {
  const { casts } = castsOf("lib");
  expect(casts.length, casts.join("\n")).toBeLessThanOrEqual(ceiling);
});

it.each(["lib", "app", "components"])("lets %s tell it what it cannot prove seldom", (room) => {
  expect(castsOf(room).rate).toBeLessThan(mostPerThousandLines);
});
