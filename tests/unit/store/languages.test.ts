import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { directionOf, languageTag, locales, matchLocale } from "@/lib/core/locale";
import { listSettings } from "@/lib/settings/definitions";
import { type Area, areas } from "@/messages/areas";
import { type Part, partOfArea, parts, readIn } from "@/messages/parts";

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

const partOfFile = (file: string): Part =>
  file === "settings.json" ? "admin" : partOfArea(path.basename(file, ".json") as Area);

/** Words that texts no longer use: one reader is 您, the shop is 商店 (本店 when it speaks of itself), its people are 商家. */
const oneVoice: [locale: string, replaced: RegExp][] = [
  ["en", /put aside|mail box|looks for itself|need not|sends no mail|Look into the spam/g],
  ["zh", /你|店铺|店员|店主|卖家(?! ID)|网店|分站|两步登录|访客身份|释放设备|请先释放|我们这边/g],
  ["zh-hant", /你|店鋪|店舖|身份|設定檔案|使用套用|默認|支持|地址/g],
  ["ja", /あなた|貴方|御注文|お住まい/g],
  ["ru", /админк|отложен\S* за вами|Единица|(?<!\p{L})(ты|тебе|твой)(?!\p{L})/giu],
  ["es", /\busted(es)?\b|por donde llegó/gi],
];

it("a page says that it runs from right to left, where its script does", () => {
  expect(["ar", "ar-EG", "he", "fa", "ur", "az-Arab"].map(directionOf)).toEqual(Array(6).fill("rtl"));
  expect([...Object.values(languageTag), "az", "not a tag"].map(directionOf)).toEqual(
    Array(8).fill(undefined),
  );
});

describe("the messages", () => {
  const files = messageFiles("en");
  /** Languages that have this part: what they lack is read in English, what they have is whole. */
  const others = (part: Part) =>
    locales.filter((locale) => locale !== "en" && readIn(locale, part) === locale);

  it("have a folder for each language and no other", () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...locales].sort());
  });

  it("are one file for each area that is named, in every language that has its part", () => {
    expect(files.map((file) => path.basename(file, ".json")).sort()).toEqual([...areas].sort());
    // The English of the settings stands in their definitions.
    const all = [...files, "settings.json"];
    for (const locale of locales.filter((each) => each !== "en"))
      expect(messageFiles(locale).sort()).toEqual(
        all.filter((file) => readIn(locale, partOfFile(file)) === locale).sort(),
      );
  });

  it("are whole in English and in Chinese, and in at least one part in every other language [C123]", () => {
    for (const part of parts)
      for (const locale of ["en", "zh"] as const) expect(readIn(locale, part)).toBe(locale);
    for (const locale of locales) expect(parts.some((part) => readIn(locale, part) === locale)).toBe(true);
  });

  it("name every setting in every language, with a hint where English has one", () => {
    const wanted = listSettings().flatMap(({ path: name, setting }) => [
      `${name}.label`,
      ...(setting.hint ? [`${name}.hint`] : []),
    ]);
    for (const locale of others("admin"))
      expect(paths(read(locale, "settings.json")).sort()).toEqual(wanted.sort());
  });

  it.each(files)("%s says the same things in every language that has it", (file) => {
    for (const locale of others(partOfFile(file)))
      expect(paths(read(locale, file)).sort()).toEqual(paths(read("en", file)).sort());
  });

  it("never break e‑mail at its hyphen in the shop's sentences", () => {
    const shop = files.filter((file) => !file.startsWith("admin"));
    // A label is short and stands on one line.
    const sentences = shop.flatMap((file) => JSON.stringify(read("en", file)).match(/"[^"]{40,}"/g) ?? []);
    expect(sentences.length).toBeGreaterThan(100);
    expect(sentences.filter((text) => text.includes(" e-mail"))).toEqual([]);
  });

  it.each(oneVoice)(
    "speak with one voice in %s: none of the words that were replaced [C107]",
    (locale, replaced) => {
      const texts = readdirSync(path.join(folder, locale))
        .filter((file) => !/^(problems|admin|alerts|tasks)/.test(file) || locale === "zh")
        .map((file) => readFileSync(path.join(folder, locale, file), "utf8"));
      const sample =
        locale === "zh" ? readFileSync(path.join(folder, "../prisma/sample/chinese.ts"), "utf8") : "";
      expect([...`${texts.join("")}${sample}`.matchAll(replaced)].map(([word]) => word)).toEqual([]);
    },
  );

  it.each(files)("%s leaves no text empty", (file) => {
    for (const locale of ["en", ...others(partOfFile(file))])
      expect(JSON.stringify(read(locale, file))).not.toMatch(/:\s*""/);
  });
});

describe("the language of a reader", () => {
  it("is the best of ours that the browser asks for", () => {
    expect(matchLocale("xx-XX, zh-CN;q=0.8, en;q=0.7")).toBe("zh");
    expect(matchLocale("en;q=0.2, zh-TW;q=0.9")).toBe("zh-hant");
    expect(matchLocale("pt, ru-UA;q=0.8, ja;q=0.5")).toBe("ru");
  });

  it.each([
    ["zh-TW", "zh-hant"],
    ["zh-HK", "zh-hant"],
    ["zh-Hant-SG", "zh-hant"],
    ["zh", "zh"],
    ["zh-SG", "zh"],
    ["zh-Hans-HK", "zh"],
  ])("is in the script of %s", (tag, locale) => {
    expect(matchLocale(tag)).toBe(locale);
    // In the other script rather than in another language.
    expect(matchLocale(tag, ["en", "zh"])).toBe("zh");
  });

  it("is none when no known language is asked for", () => {
    expect(matchLocale("xx, yy;q=0.5")).toBeNull();
    expect(matchLocale("zh;q=0")).toBeNull();
    expect(matchLocale(null)).toBeNull();
    expect(matchLocale(";;q=,,")).toBeNull();
  });

  it("is one that the operator offers", () => {
    expect(matchLocale("zh, en;q=0.1", ["en"])).toBe("en");
  });
});
