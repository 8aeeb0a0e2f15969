import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AppError, notFound } from "@/lib/core/errors";
import { locales } from "@/lib/core/locale";
import { readIssue } from "@/lib/core/refusals/read-issue";
import { refusal, rule } from "@/lib/core/refusals/refusal";
import { rules, sayRefusal, writtenSentence as sentence } from "@/lib/core/refusals/translate";

const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const issueOf = (schema: z.ZodType, value: unknown) => readIssue(schema.safeParse(value).error?.issues[0]);

describe("the sentences of refusals", () => {
  it("name the same values in every language", () => {
    for (const name of rules)
      for (const locale of locales)
        expect([name, places(sentence(name, locale))]).toEqual([name, places(sentence(name, "en"))]);
  });

  it("differ from each other in English", () => {
    const sentences = rules.map((name) => sentence(name, "en"));
    expect(sentences.filter((text, index) => sentences.indexOf(text) !== index)).toEqual([]);
  });

  it("are written with their values, and translate words of the shop's code only", () => {
    const sold = refusal("sold_out", { title: "paid", quantity: 3 });
    expect(sayRefusal(sold, "en")).toBe("paid is sold out or has fewer than 3 left");
    expect(sayRefusal(sold, "zh")).toContain("paid");
    expect(sayRefusal(refusal("order_status", { status: "paid" }), "zh")).toBe("该订单状态为 已付款");
    expect(notFound("order").wireMessage("zh")).toBe("找不到订单");
  });
});

describe("a refusal", () => {
  it("carries its rule, its values, its field and the operator's label", () => {
    const said = refusal("too_long", { max: 40 });
    const error = new AppError("form_invalid", said, { field: "form.name", label: "Name" });
    expect([error.rule, error.refusal.values, error.field]).toEqual(["too_long", { max: "40" }, "form.name"]);
    expect(error.wireMessage()).toBe("form.name: Name must have at most 40 characters");
    expect(error.wireMessage("zh")).toBe("form.name: Name 最多 40 个字符");
    expect(error.at("items.0.form.name").wireMessage()).toBe(
      "items.0.form.name: Name must have at most 40 characters",
    );
  });
});

describe("an issue of a schema", () => {
  it("names the rule that its check was given", () => {
    const even = z.int().refine((value) => value % 2 === 0, rule(refusal("between", { min: 2, max: 4 })));
    expect(issueOf(even, 3)).toEqual({ rule: "between", values: { min: "2", max: "4" } });
    expect(issueOf(z.string().regex(/^a$/, rule("slug")), "b")).toEqual({ rule: "slug", values: {} });
  });

  it("is read by its kind where the check names none", () => {
    const cases: [z.ZodType, unknown, string, Record<string, string>][] = [
      [z.string().max(2), "abc", "too_long", { max: "2" }],
      [z.string().min(2), "a", "too_short", { min: "2" }],
      [z.string().min(1), "", "empty", {}],
      [z.array(z.string()).max(1), ["a", "b"], "too_many", { max: "1" }],
      [z.array(z.string()).min(1), [], "empty", {}],
      [z.int().min(1), 0, "at_least", { min: "1" }],
      [z.int().max(5), 6, "at_most", { max: "5" }],
      [z.int(), 1.5, "wrong_type", { expected: "integer" }],
      [z.string(), 5, "wrong_type", { expected: "text" }],
      [z.enum(["a", "b"]), "c", "not_listed", { values: "a, b" }],
      [z.strictObject({}), { a: 1 }, "unknown_members", { names: "a" }],
      [z.uuid(), "abc", "uuid", {}],
      [z.string().regex(/^a$/), "b", "pattern", { pattern: "/^a$/" }],
      [z.int().multipleOf(5), 3, "multiple_of", { step: "5" }],
      [z.date(), 5, "not_valid", {}],
    ];
    for (const [schema, value, name, values] of cases)
      expect(issueOf(schema, value)).toEqual({ rule: name, values });
  });
});
