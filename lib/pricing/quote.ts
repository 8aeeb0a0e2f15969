import { allocateCents, type Cents, minCents, partOf, sumCents } from "../core/money";

interface WholesalePrice {
  minQuantity: number;
  priceCents: Cents;
}

export interface PriceSources {
  listCents: Cents;
  /** The buyer's level: its own price for the SKU goes before its percentage. */
  level: { percent: number; priceCents: Cents | null } | null;
  /** Tiers of the product, in any order. */
  wholesale: readonly WholesalePrice[];
  /** Units of the product in the whole order. */
  productQuantity: number;
}

/** A price for a level is rounded once, on the unit, so that a shown unit price times a quantity is what is paid. */
export const levelUnitCents = (listCents: Cents, level: PriceSources["level"]): Cents => {
  if (!level) return listCents;
  if (level.priceCents !== null) return minCents(level.priceCents, listCents);
  return partOf(listCents, BigInt(100 - level.percent), 100n);
};

/** The better of level price and wholesale price; the two are not combined, and neither ever raises the list price. */
export function unitPrice({ listCents, level, wholesale, productQuantity }: PriceSources): Cents {
  let best = levelUnitCents(listCents, level);
  for (const tier of wholesale) {
    if (productQuantity >= tier.minQuantity) best = minCents(best, tier.priceCents);
  }
  return best;
}

/** Price for an agent site: its own price list, else its level's price, else the list price. */
export const siteUnitPrice = (
  listCents: Cents,
  sitePriceCents: Cents | null,
  level: PriceSources["level"],
): Cents => sitePriceCents ?? levelUnitCents(listCents, level);

export interface QuoteLine {
  productId: number;
  quantity: number;
  listUnitCents: Cents;
  unitPriceCents: Cents;
}

export interface CouponTerms {
  kind: "fixed" | "percent";
  valueCents: Cents;
  percent: number;
  minAmountCents: Cents;
  maxDiscountCents: Cents | null;
  /** Empty = every product. */
  productIds: readonly number[];
}

export type QuoteRefusal = "other_products" | "minimum_not_reached";

export interface Quote {
  originalCents: Cents;
  /** List prices less `amountCents`: levels, wholesale and coupon together. */
  discountCents: Cents;
  couponDiscountCents: Cents;
  amountCents: Cents;
  lineTotals: Cents[];
  /** Why the coupon was left out. */
  refusal: QuoteRefusal | null;
}

interface CouponEffect {
  shares: Cents[];
  refusal: QuoteRefusal | null;
}

/** The discount is rounded once, on the covered lines together, and then shared out to the cent. */
function couponEffect(
  lines: readonly QuoteLine[],
  subtotals: readonly Cents[],
  coupon: CouponTerms,
): CouponEffect {
  const none = subtotals.map(() => 0n);
  const covers = (line: QuoteLine) =>
    coupon.productIds.length === 0 || coupon.productIds.includes(line.productId);
  const covered = subtotals.map((subtotal, index) => {
    const line = lines[index];
    return line && covers(line) ? subtotal : 0n;
  });
  const base = sumCents(covered);
  if (base === 0n) return { shares: none, refusal: "other_products" };
  if (base < coupon.minAmountCents) return { shares: none, refusal: "minimum_not_reached" };
  const wanted = coupon.kind === "fixed" ? coupon.valueCents : partOf(base, BigInt(coupon.percent), 100n);
  const capped = coupon.maxDiscountCents === null ? wanted : minCents(wanted, coupon.maxDiscountCents);
  return { shares: allocateCents(minCents(capped, base), covered), refusal: null };
}

/** Pure: the one place where an order's amount comes from. Lines sum to the amount exactly, and nothing is below zero. */
export function quote(lines: readonly QuoteLine[], coupon: CouponTerms | null): Quote {
  const subtotals = lines.map((line) => line.unitPriceCents * BigInt(line.quantity));
  const originalCents = sumCents(lines.map((line) => line.listUnitCents * BigInt(line.quantity)));
  const effect: CouponEffect = coupon
    ? couponEffect(lines, subtotals, coupon)
    : { shares: subtotals.map(() => 0n), refusal: null };
  const lineTotals = subtotals.map((subtotal, index) => subtotal - (effect.shares[index] ?? 0n));
  const amountCents = sumCents(lineTotals);
  return {
    originalCents,
    discountCents: originalCents - amountCents,
    couponDiscountCents: sumCents(effect.shares),
    amountCents,
    lineTotals,
    refusal: effect.refusal,
  };
}
