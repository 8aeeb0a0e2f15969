import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CouponTerms, type QuoteLine, quote, siteUnitPrice, unitPrice } from "@/lib/pricing/quote";

const cents = (max: bigint) => fc.bigInt({ min: 0n, max });
const percent = fc.integer({ min: 0, max: 100 });

const level = fc.option(fc.record({ percent, priceCents: fc.option(cents(2_000_000n), { nil: null }) }), {
  nil: null,
});
const tiers = fc.array(
  fc.record({ minQuantity: fc.integer({ min: 2, max: 50 }), priceCents: cents(2_000_000n) }),
  { maxLength: 4 },
);

const line: fc.Arbitrary<QuoteLine> = fc
  .record({
    productId: fc.integer({ min: 1, max: 4 }),
    quantity: fc.integer({ min: 1, max: 1000 }),
    listUnitCents: cents(99_999_999n),
    cut: percent,
  })
  .map(({ cut, ...rest }) => ({
    ...rest,
    unitPriceCents: (rest.listUnitCents * BigInt(100 - cut)) / 100n,
  }));

const coupon: fc.Arbitrary<CouponTerms> = fc
  .record({
    kind: fc.constantFrom("fixed" as const, "percent" as const),
    valueCents: cents(500_000n),
    percent: fc.integer({ min: 1, max: 100 }),
    minAmountCents: cents(200_000n),
    maxDiscountCents: fc.option(fc.bigInt({ min: 1n, max: 100_000n }), { nil: null }),
    productIds: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 }),
  })
  .map((terms) => ({ ...terms, valueCents: terms.valueCents + 1n }));

const least = (...values: bigint[]) => values.toSorted((a, b) => (a < b ? -1 : 1))[0] ?? 0n;
const sum = (values: bigint[]) => values.reduce((a, b) => a + b, 0n);
const at = (values: bigint[], index: number) => values[index] ?? 0n;

/** Half a cent goes up, by comparing remainders: another way than the code's. */
function roundedPercent(amount: bigint, rate: bigint): bigint {
  const exact = amount * rate;
  return exact / 100n + (exact % 100n >= 50n ? 1n : 0n);
}

/** Computes as a till would on paper: the whole discount first. */
function oracle(lines: QuoteLine[], terms: CouponTerms | null) {
  const subtotals = lines.map((each) => each.unitPriceCents * BigInt(each.quantity));
  const isCovered = (each: QuoteLine) =>
    terms !== null && (terms.productIds.length === 0 || terms.productIds.includes(each.productId));
  const covered = subtotals.map((subtotal, index) => {
    const each = lines[index];
    return each && isCovered(each) ? subtotal : 0n;
  });
  const base = sum(covered);
  if (!terms || base === 0n || base < terms.minAmountCents) return { subtotals, covered, base, discount: 0n };
  const wanted = terms.kind === "fixed" ? terms.valueCents : roundedPercent(base, BigInt(terms.percent));
  return { subtotals, covered, base, discount: least(wanted, terms.maxDiscountCents ?? wanted, base) };
}

const order = fc.tuple(fc.array(line, { minLength: 1, maxLength: 8 }), fc.option(coupon, { nil: null }));

describe("quote", () => {
  it("agrees with a big-integer oracle on every total", () => {
    fc.assert(
      fc.property(order, ([lines, terms]) => {
        const expected = oracle(lines, terms);
        const result = quote(lines, terms);
        expect(result.couponDiscountCents).toBe(expected.discount);
        expect(result.amountCents).toBe(sum(expected.subtotals) - expected.discount);
        const list = sum(lines.map((each) => each.listUnitCents * BigInt(each.quantity)));
        expect(result.originalCents).toBe(list);
        expect(result.discountCents).toBe(list - result.amountCents);
      }),
      { numRuns: 2000 },
    );
  });

  it("lines sum to the amount exactly and none is below zero [C25]", () => {
    fc.assert(
      fc.property(order, ([lines, terms]) => {
        const result = quote(lines, terms);
        expect(sum(result.lineTotals)).toBe(result.amountCents);
        expect(result.lineTotals.every((total) => total >= 0n)).toBe(true);
        expect(result.discountCents >= 0n).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives each covered line its share of the coupon to the cent, and the others none", () => {
    fc.assert(
      fc.property(order, ([lines, terms]) => {
        const { subtotals, covered, base, discount } = oracle(lines, terms);
        const { lineTotals } = quote(lines, terms);
        for (const index of lines.keys()) {
          const share = at(subtotals, index) - at(lineTotals, index);
          if (base === 0n) expect(share).toBe(0n);
          const off = share * base - discount * at(covered, index);
          expect(off < base || base === 0n).toBe(true);
          expect(off > -base || base === 0n).toBe(true);
          if (at(covered, index) === 0n) expect(share).toBe(0n);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("names why a coupon stays out", () => {
    const lines = [{ productId: 1, quantity: 1, listUnitCents: 500n, unitPriceCents: 500n }];
    const terms: CouponTerms = {
      kind: "fixed",
      valueCents: 100n,
      percent: 0,
      minAmountCents: 0n,
      maxDiscountCents: null,
      productIds: [],
    };
    expect(quote(lines, { ...terms, productIds: [2] }).refusal).toBe("other_products");
    expect(quote(lines, { ...terms, minAmountCents: 501n }).refusal).toBe("minimum_not_reached");
    expect(quote(lines, { ...terms, minAmountCents: 500n })).toMatchObject({
      refusal: null,
      amountCents: 400n,
    });
    expect(quote(lines, { ...terms, valueCents: 900n })).toMatchObject({ refusal: null, amountCents: 0n });
    expect(quote(lines, { ...terms, valueCents: 900n, maxDiscountCents: 200n }).amountCents).toBe(300n);
  });

  it("rounds a percentage once on the order and not on each line", () => {
    const lines = Array.from({ length: 3 }, (_, index) => ({
      productId: index + 1,
      quantity: 1,
      listUnitCents: 105n,
      unitPriceCents: 105n,
    }));
    const half: CouponTerms = {
      kind: "percent",
      valueCents: 0n,
      percent: 10,
      minAmountCents: 0n,
      maxDiscountCents: null,
      productIds: [],
    };
    expect(quote(lines, half)).toMatchObject({ couponDiscountCents: 32n, lineTotals: [94n, 94n, 95n] });
  });
});

describe("unitPrice", () => {
  it("takes the better of level and wholesale, and never more than the list price", () => {
    fc.assert(
      fc.property(
        cents(99_999_999n),
        level,
        tiers,
        fc.integer({ min: 1, max: 100 }),
        (listCents, ofLevel, wholesale, productQuantity) => {
          const candidates = [listCents];
          if (ofLevel) {
            candidates.push(ofLevel.priceCents ?? roundedPercent(listCents, BigInt(100 - ofLevel.percent)));
          }
          for (const tier of wholesale) {
            if (tier.minQuantity <= productQuantity) candidates.push(tier.priceCents);
          }
          const price = unitPrice({ listCents, level: ofLevel, wholesale, productQuantity });
          expect(price).toBe(least(...candidates));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("prefers a level's own price for a SKU to its percentage", () => {
    const base = { listCents: 1000n, wholesale: [], productQuantity: 1 };
    expect(unitPrice({ ...base, level: { percent: 50, priceCents: 900n } })).toBe(900n);
    expect(unitPrice({ ...base, level: { percent: 50, priceCents: null } })).toBe(500n);
  });

  it("prices a site by its own list, then by its level, then by the list", () => {
    expect(siteUnitPrice(1000n, 1200n, { percent: 50, priceCents: null })).toBe(1200n);
    expect(siteUnitPrice(1000n, null, { percent: 15, priceCents: null })).toBe(850n);
    expect(siteUnitPrice(1000n, null, null)).toBe(1000n);
  });
});
