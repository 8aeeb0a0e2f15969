import { describe, expect, it } from "vitest";
import { checkProduct } from "@/lib/catalogue/admin/product-rules";
import { createProductBody } from "@/lib/catalogue/admin/schema";
import { checkForm } from "@/lib/orders/form-answers";
import { createGuestOrderBody } from "@/lib/orders/schema";

const field = (over: object) => [{ key: "answer", type: "text", label: "Answer", required: true, ...over }];
const shape = { kind: "none", minQuantity: 1, maxQuantity: 10 } as const;

describe("a pattern of a buyer's question", () => {
  it("takes time in proportion to the answer, also where a backtracking engine would take years", () => {
    const answer = `${"a".repeat(199)}!`;
    for (const pattern of ["([a-z]|[a-z0-9])+", "((a+))+", "(a|a)+", "(.|\\w)*x", "(a+)+$"]) {
      checkProduct({ form_fields: field({ pattern }) } as never, shape);
      expect(() => checkForm(field({ pattern }), { answer }), pattern).toThrow(
        "does not have the required format",
      );
    }
  });

  it("matches the whole answer", () => {
    expect(checkForm(field({ pattern: "\\d{4}|x" }), { answer: "1234" })).toEqual({ answer: "1234" });
    for (const answer of ["12345", "a1234", "xx"])
      expect(() => checkForm(field({ pattern: "\\d{4}|x" }), { answer }), answer).toThrow();
  });

  it("is refused when it is saved and the engine cannot compile it", () => {
    for (const pattern of ["(?=a)b", "(a)\\1", "(", "[z-a]"])
      expect(() => checkProduct({ form_fields: field({ pattern }) } as never, shape), pattern).toThrow("RE2");
  });

  it("skips the check of an answer whose pattern an older version saved and which cannot be compiled", () => {
    expect(checkForm(field({ pattern: "(?=a)b" }), { answer: "b" })).toEqual({ answer: "b" });
  });

  it("caps the answer at 200 characters, and at 1000 without a pattern", () => {
    const answer = "a".repeat(201);
    expect(() => checkForm(field({ pattern: "a+" }), { answer })).toThrow("at most 200");
    expect(checkForm(field({}), { answer })).toEqual({ answer });
  });
});

it("a key of 40 characters can be saved, asked and answered", () => {
  const key = "k".repeat(40);
  const { form_fields } = createProductBody.parse({
    category_id: 1,
    slug: "a",
    title: "A",
    skus: [{ code: "a", name: "One", price: "1.00" }],
    auto_secret_kind: "none",
    form_fields: field({ key }),
  });
  const body = createGuestOrderBody.parse({
    product_id: 1,
    quantity: 1,
    email: "a@example.com",
    form: { [key]: "x" },
  });
  expect(checkForm(form_fields, body.form ?? {})).toEqual({ [key]: "x" });
});
