import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { areas } from "@/messages/areas";

type Tree = { [key: string]: string | Tree };

const files = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => path.join(folder, name)),
);

/** Every `t.rich("key", { name: (…) => … })` of the pages: the key and the names that are given a function. */
const calls = files.flatMap((file) => {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(/\.rich\(\s*"([^"]+)",\s*\{([\s\S]*?)\}\)/g)].map(
    ([, key = "", values = ""]) => ({
      file,
      key,
      tags: [...values.matchAll(/(\w+): \(\w*\) =>/g)].map(([, name = ""]) => name),
    }),
  );
});

function textsOf(locale: string, key: string): string[] {
  return areas.flatMap((area) => {
    const texts: string[] = [];
    const walk = (tree: Tree, path: string) => {
      for (const [name, value] of Object.entries(tree)) {
        const here = `${path}.${name}`;
        if (typeof value !== "string") walk(value, here);
        else if (`.${here}`.endsWith(`.${key}`)) texts.push(value);
      }
    };
    walk(JSON.parse(readFileSync(`messages/${locale}/${area}.json`, "utf8")) as Tree, area);
    return texts;
  });
}

describe("messages with elements in them", () => {
  it("are found in the pages", () => {
    expect(calls.length).toBeGreaterThan(4);
    expect(calls.filter(({ tags }) => tags.length === 0)).toEqual([]);
  });

  // A function that is given for {at} is printed as its source code; it belongs to a tag, <at></at>.
  it.each(calls)("give $key of $file its functions as tags", ({ key, tags }) => {
    for (const locale of ["en", "zh"]) {
      const texts = textsOf(locale, key);
      expect(
        texts.some((text) => tags.every((tag) => text.includes(`<${tag}>`))),
        `${locale} ${key}`,
      ).toBe(true);
      for (const text of texts) {
        for (const tag of tags) expect(text).not.toContain(`{${tag}}`);
      }
    }
  });
});
