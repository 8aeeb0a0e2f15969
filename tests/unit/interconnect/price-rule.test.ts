import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateScale, toRateE8 } from "@/lib/core/rate";
import { sourcesIn } from "@/lib/core/shapes/moves";
import { localCost, localPrice, type PriceRule } from "@/lib/interconnect/agent/price-rule";
import { purchaseNo } from "@/lib/interconnect/agent/purchases/create";
import { purchaseMoves } from "@/lib/interconnect/agent/purchases/state";
import { canonicalJson } from "@/lib/interconnect/canonical-json";

const rule = (changes: Partial<PriceRule> = {}): PriceRule => ({
  rateE8: rateScale,
  markupBps: 0,
  fixedCents: 0n,
  roundToCents: 1n,
  ...changes,
});

describe("price rule", () => {
  it("is cost × rate × (1 + mark-up) + fixed, rounded up [C61]", () => {
    expect(localPrice(1000n, rule())).toBe(1000n);
    expect(localPrice(1000n, rule({ markupBps: 1000 }))).toBe(1100n);
    expect(localPrice(999n, rule({ markupBps: 1000 }))).toBe(1099n);
    expect(localPrice(1000n, rule({ rateE8: 712_000_000n, markupBps: 500, fixedCents: 50n }))).toBe(7526n);
    expect(localPrice(1000n, rule({ markupBps: 1000, roundToCents: 50n }))).toBe(1100n);
    expect(localPrice(1001n, rule({ markupBps: 1000, roundToCents: 50n }))).toBe(1150n);
  });

  it("never falls below the cost and is a multiple of its step [C61]", () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 9n });
    fc.assert(
      fc.property(
        cents,
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.integer({ min: 0, max: 1_000_000 }),
        fc.bigInt({ min: 0n, max: 10n ** 6n }),
        fc.bigInt({ min: 1n, max: 1000n }),
        (cost, rateE8, markupBps, fixedCents, roundToCents) => {
          const price = localPrice(cost, { rateE8, markupBps, fixedCents, roundToCents });
          expect(price >= localCost(cost, { rateE8 })).toBe(true);
          expect(price % roundToCents).toBe(0n);
          expect(localPrice(cost + 1n, { rateE8, markupBps, fixedCents, roundToCents }) >= price).toBe(true);
        },
      ),
    );
  });

  it("reads the database's decimal exactly", () => {
    expect(toRateE8({ toFixed: () => "7.12345678" })).toBe(712_345_678n);
    expect(toRateE8({ toFixed: () => "0.00000001" })).toBe(1n);
  });
});

describe("purchases", () => {
  it("are numbered after our order, with a suffix for each renewal [C62]", () => {
    expect(purchaseNo("K1", 1, 1)).toBe("K1");
    expect(purchaseNo("K1", 1, 2)).toBe("K1-2");
    expect(purchaseNo("K1", 3, 1)).toBe("K1.3");
    expect(purchaseNo("K1", 3, 4)).toBe("K1.3-4");
  });

  it("move only along the table", () => {
    const before = sourcesIn(purchaseMoves, "delivered");
    expect(before).toEqual(["created", "paying", "awaiting_goods", "failed"]);
    expect(purchaseMoves.superseded).toEqual([]);
  });
});

describe("canonical JSON", () => {
  it("equal content is equal text [N14]", () => {
    const shuffled = canonicalJson({ b: [1, { d: null, c: "x" }], a: true });
    expect(shuffled).toBe(canonicalJson({ a: true, b: [1, { c: "x", d: null }] }));
    expect(canonicalJson({ a: [1, 2] })).not.toBe(canonicalJson({ a: [2, 1] }));
    expect(canonicalJson({ a: "1" })).not.toBe(canonicalJson({ a: 1 }));
  });

  it("can be read back", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const normal: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(normal))).toEqual(normal);
      }),
    );
  });
});
