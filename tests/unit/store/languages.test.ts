import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { matchLocale } from "@/lib/core/locale";
import { listSettings } from "@/lib/settings/definitions";
import { areas } from "@/messages/areas";

const folder = path.join(import.meta.dirname, "../../../messages");
const read = (locale: string, file: string): unknown =>
  JSON.parse(readFileSync(path.join(folder, locale, file), "utf8"));

/** Every path that leads to a text. */
function paths(value: unknown, at = ""): string[] {
  if (typeof value === "string") return [at];
  return Object.entries(value as object).flatMap(([key, inner]) => paths(inner, at ? `${at}.${key}` : key));
}

const messageFiles = (locale: string) =>
  readdirSync(path.join(folder, locale)).filter((file) => file.endsWith(".json"));

describe("the messages", () => {
  const files = messageFiles("en");

  it("are one file for each area that is named, in both languages", () => {
    expect(files.map((file) => path.basename(file, ".json")).sort()).toEqual([...areas].sort());
    // The English of the settings stands in their definitions.
    expect(messageFiles("zh").sort()).toEqual([...files, "settings.json"].sort());
  });

  it("name every setting in every language, with a hint where English has one", () => {
    const wanted = listSettings().flatMap(({ path: name, setting }) => [
      `${name}.label`,
      ...(setting.hint ? [`${name}.hint`] : []),
    ]);
    const found = paths(read("zh", "settings.json"));
    expect(found.sort()).toEqual(wanted.sort());
  });

  it.each(files)("%s says the same things in both languages", (file) => {
    expect(paths(read("zh", file)).sort()).toEqual(paths(read("en", file)).sort());
  });

  it.each(files)("%s leaves no text empty", (file) => {
    for (const locale of ["en", "zh"]) expect(JSON.stringify(read(locale, file))).not.toMatch(/:\s*""/);
  });
});

describe("the language of a reader", () => {
  it("is the best of ours that the browser asks for", () => {
    expect(matchLocale("fr-FR, zh-CN;q=0.8, en;q=0.7")).toBe("zh");
    expect(matchLocale("en;q=0.2, zh-TW;q=0.9")).toBe("zh");
  });

  it("is nobody's guess when none of ours is asked for", () => {
    expect(matchLocale("fr, de;q=0.5")).toBeNull();
    expect(matchLocale("zh;q=0")).toBeNull();
    expect(matchLocale(null)).toBeNull();
    expect(matchLocale(";;q=,,")).toBeNull();
  });

  it("is one that the operator offers", () => {
    expect(matchLocale("zh, en;q=0.1", ["en"])).toBe("en");
  });
});
