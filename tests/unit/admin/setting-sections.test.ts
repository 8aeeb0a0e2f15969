import { describe, expect, it } from "vitest";
import { currencyOptions } from "@/app/admin/(panel)/settings/sections";

describe("the currencies that the settings offer", () => {
  it("have their code and the name in the reader's language", () => {
    const labels = (locale: "en" | "zh") =>
      new Map(currencyOptions("USD", locale).map(({ value, label }) => [value, label]));
    expect(labels("en").get("JPY")).toBe("JPY · Japanese Yen");
    expect(labels("zh").get("JPY")).toBe("JPY · 日元");
  });

  it("keep a code without a name that the shop has chosen, once", () => {
    expect(currencyOptions("ZZZ", "en").filter(({ value }) => value === "ZZZ")).toEqual([
      { value: "ZZZ", label: "ZZZ" },
    ]);
    expect(currencyOptions("USD", "en").filter(({ value }) => value === "USD")).toHaveLength(1);
  });
});
