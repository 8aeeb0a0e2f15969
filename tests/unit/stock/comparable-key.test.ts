import { describe, expect, it } from "vitest";
import { comparableKey, unseenIn } from "@/lib/core/codes";
import { splitSecrets } from "@/lib/stock/import-secrets";
import { readKey } from "@/lib/stock/imports/read-key";
import { sevenSpellings } from "../../support/builders/spellings";

const shop = { timeZone: "UTC", at: new Date() };
const lineOf = (key: string) => readKey({ line: 1, cells: [key] }, { kind: "lines" }, shop);

describe("a key, compared [C95]", () => {
  it.each([
    ...sevenSpellings("AAAA-BBBB"),
    "AA\u200BAA-BB\u00ADBB",
    "\u3000AAAA-BBBB\u2028\u0085\v",
    "AAAA\u2060-BBBB",
  ])("is one key as %j", (spelling) => expect(comparableKey(spelling)).toBe("AAAA-BBBB"));

  it.each(["AAAA BBBB", "aaaa-bbbb", "ＡAAA-BBBB", "AAAA-BBB", "AAAA\u00A0BBBB"])(
    "is another one as %j",
    (other) => expect(comparableKey(other)).not.toBe(comparableKey("AAAA-BBBB")),
  );

  it("is nothing when it has only what nobody sees", () => {
    expect(comparableKey(" \u200B\t\uFEFF")).toBe("");
    expect(lineOf(" \u200B")).toMatchObject({ reason: "empty" });
    expect(splitSecrets("A\n\u200B\n")).toMatchObject({ lines: ["A"], empty: 2 });
  });

  it("is compared in time that grows with its length", () => {
    const timeOf = (size: number) => {
      const before = process.cpuUsage();
      for (let turn = 0; turn < 20; turn += 1) comparableKey(`${"x \u200B".repeat(size)}x`);
      return process.cpuUsage(before).user;
    };
    timeOf(2_000);
    expect(timeOf(40_000)).toBeLessThan(3 * timeOf(20_000) + 20_000);
  });
});

describe("what nobody sees in a text of keys [C95]", () => {
  it.each([
    ["A\nB", [], []],
    ["\uFEFFA\nB", [], []],
    ["A B\nC", [], []],
    ["A \r\nB\t\nC\u200BD\n\u00A0E", ["U+0020", "U+0009", "U+00A0", "U+200B"], []],
    ["A\u2028B\u0085C\vD", [], ["U+2028", "U+0085", "U+000B"]],
  ])("is named: %j", (text, unseen, breaks) => {
    expect(unseenIn(text)).toEqual({ unseen, breaks });
  });
});

describe("U+0000 in a text of keys [C68]", () => {
  it.each(["\0K\0E\0Y", "\0", "KEY\0"])("is part of no key: %j", (line) => {
    expect(lineOf(line)).toMatchObject({ reason: "lost_character" });
    expect(() => splitSecrets(line)).toThrow(/U\+0000/);
  });

  it("is part of no note beside one", () => {
    const columns = { key: 0, note: 1 };
    const format = { kind: "table" as const, delimiter: ",", has_heading: false, columns };
    expect(readKey({ line: 1, cells: ["KEY", "a\0b"] }, format, shop)).toMatchObject({
      reason: "lost_character",
    });
  });
});
