import { describe, expect, it } from "vitest";
import { stockLevel } from "@/lib/catalogue/stock-level";

const of = (available: number, isUnlimited = false) => ({ available, isUnlimited });

describe("stockLevel", () => {
  it("is unlimited as soon as one option is", () => {
    expect(stockLevel([of(0), of(0, true)], 5)).toEqual({ stock: 999_999, stockStatus: "unlimited" });
  });

  it("changes its word at the warning level and at nothing", () => {
    expect(stockLevel([of(3), of(3)], 5)).toEqual({ stock: 6, stockStatus: "in_stock" });
    expect(stockLevel([of(3), of(2)], 5)).toEqual({ stock: 5, stockStatus: "low_stock" });
    expect(stockLevel([of(0), null], 5)).toEqual({ stock: 0, stockStatus: "out_of_stock" });
    expect(stockLevel([], 5)).toEqual({ stock: 0, stockStatus: "out_of_stock" });
    expect(stockLevel([of(1)], 0)).toEqual({ stock: 1, stockStatus: "in_stock" });
  });

  it("never shows more than what means unlimited, and never less than nothing", () => {
    expect(stockLevel([of(800_000), of(800_000)], 5).stock).toBe(999_999);
    expect(stockLevel([of(-3), of(2)], 0).stock).toBe(2);
  });
});
