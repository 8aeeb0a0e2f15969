import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const folder = path.resolve(import.meta.dirname, "../../../app/admin/(panel)/products/_components");
const sources = readdirSync(folder)
  .filter((file) => file.endsWith(".tsx"))
  .map((file) => readFileSync(path.join(folder, file), "utf8"));

const wordsIn = (text: string) => [...text.matchAll(/"(\w+)"/g)].map(([, word]) => word ?? "");

it("a refusal that stands at its field of a product is not repeated at the foot under the field's name on the wire", () => {
  const atFields = sources.flatMap((source) =>
    [...source.matchAll(/fieldError\(((?:"\w+"(?:, )?)+)\)/g)].flatMap(([, names = ""]) => wordsIn(names)),
  );
  expect(atFields).toContain("category_id");
  const placed = /const placed = \[([\s\S]*?)\n\];/.exec(sources.join("\n"))?.[1] ?? "";
  expect(wordsIn(placed)).toEqual(expect.arrayContaining(atFields));
});
