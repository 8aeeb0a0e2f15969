import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { generatedPages } from "@/scripts/docs/pages";

const root = path.resolve(import.meta.dirname, "../../..");

describe("generated pages", () => {
  it.each(Object.entries(generatedPages))("%s is what `npm run docs` writes", (page, write) => {
    expect(readFileSync(path.join(root, page), "utf8")).toBe(write(root));
  });
});
