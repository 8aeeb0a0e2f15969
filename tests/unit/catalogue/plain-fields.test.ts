import { expect, it } from "vitest";
import { choicesOf, plainFields, plainNames } from "@/lib/catalogue/admin/fields/schema";
import { stockDisplays } from "@/lib/catalogue/schema";
import english from "@/messages/en/admin-sell.json";
import chinese from "@/messages/zh/admin-sell.json";

const choices = plainNames.filter((name) => plainFields[name].form === "choice");

it.each(choices)("offers for %s what its own schema takes, each with a text", (name) => {
  const offered = choicesOf(name);
  expect(offered.length).toBeGreaterThan(1);
  for (const one of offered) {
    expect(plainFields[name].input.safeParse(one).success, one).toBe(true);
    for (const { product } of [english, chinese])
      expect(product.plain[name as keyof typeof product.plain]).toHaveProperty(
        one,
        expect.stringMatching(/./),
      );
  }
});

it("reads choices of no other list than the field's", () => {
  expect(choicesOf("stock_display")).toEqual(stockDisplays);
  for (const name of plainNames.filter((one) => !choices.includes(one)))
    expect(() => choicesOf(name)).toThrow(/lists nothing/);
});
