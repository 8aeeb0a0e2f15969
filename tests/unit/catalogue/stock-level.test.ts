import { describe, expect, it } from "vitest";
import { shownLevel, stockLevel } from "@/lib/catalogue/stock-level";

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

describe("shownLevel", () => {
  const shown = (available: number, stockDisplay: "exact" | "range" | "words", minQuantity = 1) =>
    shownLevel(stockLevel([of(available)], 5), { stockDisplay, lowStockAt: 5, minQuantity });

  it("says the number only where it is to be told", () => {
    expect(shown(137, "exact").stock).toBe(137);
    expect(shown(137, "range").stock).toBe(100);
    expect(shown(137, "words").stock).toBe(6);
  });

  it.each(["range", "words"] as const)("says of %s what is true of the counter", (stockDisplay) => {
    for (let available = 0; available < 1_200; available++)
      for (const minQuantity of [1, 3, 10]) {
        const { stock, stockStatus } = shown(available, stockDisplay, minQuantity);
        expect(stock).toBeLessThanOrEqual(available);
        expect(stockStatus).toBe(stockLevel([of(available)], 5).stockStatus);
        expect(stock === 0).toBe(available === 0);
        expect(stock >= minQuantity).toBe(available >= minQuantity);
      }
  });

  it("says by words the same of every number that has the same word", () => {
    expect(new Set([6, 7, 99, 5_000].map((available) => shown(available, "words").stock)).size).toBe(1);
    expect(new Set([1, 2, 5].map((available) => shown(available, "words").stock)).size).toBe(1);
    expect(new Set([3, 4, 5].map((available) => shown(available, "words", 10).stock)).size).toBe(1);
  });

  it("leaves what has no end as it is", () => {
    const level = stockLevel([of(0, true)], 5);
    expect(shownLevel(level, { stockDisplay: "words", lowStockAt: 5, minQuantity: 1 })).toEqual(level);
  });
});
