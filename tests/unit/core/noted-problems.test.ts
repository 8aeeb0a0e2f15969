import { describe, expect, it } from "vitest";
import { AppError, notFound } from "@/lib/core/errors";
import { disputeReason, foreignWords, note, readNoted, sayNoted } from "@/lib/core/refusals/noted";
import { problem } from "@/lib/core/refusals/refusal";
import { locales } from "@/messages/locales";
import { problemTables } from "@/messages/problem-tables";
import { sayTold } from "@/messages/say";

const namesIn = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** Words of ours that English needs for its grammar alone. */
const grammar = ["were"];

describe("the sentences of problems", () => {
  const rules = Object.keys(problemTables.en) as (keyof typeof problemTables.en)[];

  it.each(rules)("say the values of %s in every language [C119]", (rule) => {
    for (const locale of locales) {
      const wanted = namesIn(problemTables.en[rule]).filter((name) => !grammar.includes(name ?? ""));
      const said = namesIn(problemTables[locale][rule]).filter((name) => !grammar.includes(name ?? ""));
      expect(said).toEqual(wanted);
    }
  });
});

describe("a problem that is kept", () => {
  const silent = problem("main_site_silent_for_a_day", { reason: problem("connection_cut") });

  it("comes back from its column with the problem within it, and is said in each language [C119]", () => {
    expect(readNoted(note(silent))).toEqual(silent);
    expect(sayTold(silent, "en")).toBe("No answer from the main site for a day: The connection was cut");
    expect(sayTold(silent, "zh")).toBe("上游站一整天没有应答：连接中断");
  });

  it("keeps the words of another server as a value, whatever they look like", () => {
    const words = ["Keine Rechte ($1)", '{"rule":"text"}', "{text}", "535 5.7.8 Authentication failed"];
    for (const text of words) {
      const answered = problem("coded", { code: 4003, message: foreignWords(text) });
      expect(sayTold(readNoted(note(answered)), "en")).toBe(`4003: ${text}`);
      expect(sayTold(readNoted(note(answered)), "zh")).toBe(`4003：${text}`);
    }
  });

  it("knows a sentence of ours that names no values, as another Keyshelf says it", () => {
    const answered = problem("coded", {
      code: 4003,
      message: foreignWords("The request could not be authenticated"),
    });
    expect(sayTold(answered, "zh")).toBe("4003：请求未通过认证");
  });

  it.each([
    ["The receiver answered 302", "The receiver answered 302", "The receiver answered 302"],
    ["The connection was cut", "The connection was cut", "连接中断"],
    ["{ half of something", "{ half of something", "{ half of something"],
  ])("reads %s, which an earlier release wrote, as words [C119]", (column, en, zh) => {
    expect(sayNoted(column)).toBe(en);
    expect(sayTold(readNoted(column), "zh")).toBe(zh);
  });

  it("is read where a newer release wrote a rule that this one does not know", () => {
    expect(sayNoted('{"rule":"constructor","values":{}}')).toBe("constructor");
    expect(sayNoted('{"rule":"moon_is_full","values":{"since":"Monday"}}')).toBe("moon_is_full Monday");
  });

  it("is cut where its values are longer than is kept", () => {
    const column = note(problem("in_member", { member: "x".repeat(1_000_000), problem: problem("empty") }));
    expect(column.length).toBeLessThan(1_000);
    expect(sayNoted(column)).toMatch(/^x+$/);
  });

  it("is a refusal with its member, said as the answer says it", () => {
    const empty = new AppError("malformed", "empty", { field: "items.0.sku", label: "Code" });
    for (const locale of locales) expect(sayTold(empty.told, locale)).toBe(empty.wireMessage(locale));
    expect(empty.wireMessage()).toBe("items.0.sku: Code must not be empty");
    expect(sayTold(notFound("product").told, "zh")).toBe(notFound("product").wireMessage("zh"));
  });

  it("is a reason of a dispute by the gateway's code, or in the words of staff", () => {
    expect(sayTold(disputeReason("product_not_received"), "en")).toBe("goods not received");
    expect(sayTold(disputeReason("MERCHANDISE_OR_SERVICE_NOT_RECEIVED"), "zh")).toBe("未收到商品");
    expect(sayTold(disputeReason("not received"), "zh")).toBe("not received");
  });
});
