import { describe, expect, it } from "vitest";
import { promisedPrices } from "@/lib/catalogue/promised-prices";

const option = (priceCents: bigint, available: number, isUnlimited = false) => ({
  priceCents,
  originalPriceCents: priceCents + 100n,
  stock: { available, isUnlimited },
});
const product = { priceCents: 499n, originalPriceCents: 599n };

describe("the price that a list names", () => {
  it.each([
    [
      "the cheapest of all while all can be bought",
      [
        [499n, 3],
        [999n, 1],
      ],
      499n,
      999n,
    ],
    [
      "the cheapest that can be bought",
      [
        [499n, 0],
        [999n, 1],
        [1999n, 2],
      ],
      999n,
      1999n,
    ],
    [
      "one price where one option is left",
      [
        [499n, 0],
        [999n, 1],
        [1999n, 0],
      ],
      999n,
      999n,
    ],
    [
      "the cheapest of all where none can be bought",
      [
        [499n, 0],
        [999n, 0],
      ],
      499n,
      999n,
    ],
  ] as const)("is %s", (_, options, least, most) => {
    const skus = options.map(([price, available]) => option(price, available));
    const { cheapest, dearestCents } = promisedPrices({ ...product, skus }, true);
    expect([cheapest.priceCents, dearestCents]).toEqual([least, most]);
    expect(cheapest.originalPriceCents).toBe(least + 100n);
  });

  it("counts an option without a counter of its stock as sold out, and an unlimited one never", () => {
    const skus = [{ ...option(100n, 5), stock: null }, option(200n, 0, true), option(300n, 4)];
    expect(promisedPrices({ ...product, skus }, true).cheapest.priceCents).toBe(200n);
  });

  it("is that of the product for staff, and for a product without options", () => {
    const skus = [option(499n, 0), option(999n, 1)];
    expect(promisedPrices({ ...product, skus }, false)).toEqual({
      cheapest: expect.objectContaining({ priceCents: 499n, originalPriceCents: 599n }),
      dearestCents: 999n,
    });
    expect(promisedPrices({ ...product, skus: [] }, true).cheapest.priceCents).toBe(499n);
  });
});
