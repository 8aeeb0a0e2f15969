import { describe, expect, it } from "vitest";
import { withoutKeys } from "@/lib/interconnect/main/kept-answer";

const key = "钥匙-AAAA/1111";
const unit = "user: ada@example.com\r\npassword: nine lanterns";
const sent = new TextEncoder().encode(
  JSON.stringify({ fulfillment: { payload: `${key}\n${unit}`, secrets: [key, unit] } }),
);

const spellings: [string, (text: string) => string][] = [
  ["as it is", (text) => text],
  ["as JSON", (text) => JSON.stringify(text)],
  [
    "as PHP's JSON",
    (text) =>
      JSON.stringify(text)
        .replaceAll("/", "\\/")
        .replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ],
  ["as a form", (text) => String(new URLSearchParams({ text }))],
  ["as HTML", (text) => text.replace(/[^\w ]/g, (one) => `&#${one.charCodeAt(0)};`)],
  ["with other line ends", (text) => text.replaceAll("\r\n", "\n")],
  ["with breaks", (text) => text.replaceAll("\r\n", "<br>\n")],
];

describe("the kept answer of a receiver", () => {
  it.each(spellings)("holds no key that was repeated %s", (_, spell) => {
    for (const goods of [key, unit]) {
      const kept = withoutKeys(`Error at ${spell(goods)} in line 7`, sent);
      expect(kept).not.toMatch(/1111|AAAA|ada|lanterns/);
      expect(kept).toContain("***");
    }
  });

  it("holds no key within which it was cut", () => {
    expect(withoutKeys("Error at user: ada@exam", sent)).toBe("***");
    expect(withoutKeys("Error at 钥匙-AAAA/11", sent)).toBe("***");
  });

  it("keeps the words of the receiver, and what a callback without goods was answered", () => {
    expect(withoutKeys(`No such table; ${key}`, sent)).toBe("No such table; ***");
    expect(withoutKeys("No such table", sent)).toBe("No such table");
    expect(withoutKeys("AAAA", new TextEncoder().encode("{}"))).toBe("AAAA");
  });
});
