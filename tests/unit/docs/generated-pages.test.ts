import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { findForbidden, readLock } from "@/tools/docs/licence-list";
import { generatedPages } from "@/tools/docs/pages";

const root = path.resolve(import.meta.dirname, "../../..");

describe("generated pages", () => {
  it.each(Object.entries(generatedPages))("%s is what `npm run docs` writes", (page, write) => {
    expect(readFileSync(path.join(root, page), "utf8")).toBe(write(root));
  });
});

describe("licences of what runs in a shop", () => {
  it("are all allowed", () => expect(findForbidden(readLock(root))).toEqual([]));

  it("name a package that nobody has allowed, or that says nothing, but not what only developing needs", () => {
    const packages = {
      "": {},
      "node_modules/good": { license: "MIT", optionalDependencies: { "good-darwin": "1.0.0" } },
      "node_modules/good-darwin": {},
      "node_modules/good/node_modules/strict": { license: "AGPL-3.0-only" },
      "node_modules/silent": {},
      "node_modules/tool": { license: "GPL-3.0", dev: true },
    };
    expect(findForbidden(packages)).toEqual(["strict: AGPL-3.0-only", "silent: no licence"]);
  });
});
