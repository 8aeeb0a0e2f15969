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
  const nameless = ofRows.filter(([, source]) => !/name: async \(id\)/.test(source));
  expect(nameless.map(([file]) => file)).toEqual([]);
  // Further pages about a row: its account, its prices, its files.
  const further = drawn.filter(
    ([file, source]) => /\[\w*id\].*page\.tsx$/.test(file) && !source.includes("detailPage({"),
  );
  expect(further.length).toBeGreaterThan(5);
  expect(
    further
      .filter(([, source]) => !/furtherTitle\(\{|= \w+\.editMetadata;/.test(source))
      .map(([file]) => file),
  ).toEqual([]);
});

it("a value of a row that may be cut can be read whole", () => {
  const cut = /<(?:span|code|p) className="[^"]*\btruncate\b[^"]*">\s*\{\w+(?:\.\w+)+\}\s*<\//;
  expect(drawn.filter(([, source]) => cut.test(source)).map(([file]) => file)).toEqual([]);
});
