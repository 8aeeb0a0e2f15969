import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../../..");

const drawn = ["app/admin", "components/admin"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => [file, readFileSync(path.join(root, folder, file), "utf8")] as const),
);

it("every page about one row names the row in the tab", () => {
  const ofRows = drawn.filter(([, source]) => source.includes("detailPage({"));
  expect(ofRows.length).toBeGreaterThan(10);
  // A level's page of prices has a title of its own.
  const nameless = ofRows.filter(
    ([, source]) => !/name: async \(id\)|function generateMetadata/.test(source),
  );
  expect(nameless.map(([file]) => file)).toEqual([]);
});

it("a value of a row that may be cut can be read whole", () => {
  const cut = /<(?:span|code|p) className="[^"]*\btruncate\b[^"]*">\s*\{\w+(?:\.\w+)+\}\s*<\//;
  expect(drawn.filter(([, source]) => cut.test(source)).map(([file]) => file)).toEqual([]);
});
