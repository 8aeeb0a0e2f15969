import { type WholesalePrice, wholesalePrices } from "../catalogue/wholesale";
import type { Cents } from "../core/money";
import type { SellableSku } from "./queries";
import { levelUnitCents, type PriceSources, unitPrice } from "./quote";

type Priced = Pick<
  SellableSku,
  "listCents" | "wholesale" | "ownWholesale" | "levelPercent" | "levelPriceCents"
>;

export const levelOf = ({ levelPercent, levelPriceCents }: Priced): PriceSources["level"] =>
  levelPercent === null ? null : { percent: levelPercent, priceCents: levelPriceCents };

/** Price of one unit for the buyer's level. */
export const levelPriceOf = (sku: Priced): Cents => levelUnitCents(sku.listCents, levelOf(sku));

const wholesaleOf = ({ listCents, wholesale, ownWholesale }: Priced): WholesalePrice[] => {
  const ofProduct = (wholesale ?? []).map((tier) => ({ ...tier, priceCents: BigInt(tier.priceCents) }));
  return wholesalePrices(listCents, ownWholesale, ofProduct);
};

/** Price of a unit for a member or guest, with this many units of the product in the order. */
export const unitPriceOf = (sku: Priced, productQuantity: number): Cents =>
  unitPrice({
    listCents: sku.listCents,
    level: levelOf(sku),
    wholesale: wholesaleOf(sku),
    productQuantity,
  });

/** The quantities from which on this buyer pays less for a unit, smallest first. */
export function tierPricesOf(sku: Priced): WholesalePrice[] {
  let before = unitPriceOf(sku, 1);
  return wholesaleOf(sku).flatMap(({ minQuantity }) => {
    const priceCents = unitPriceOf(sku, minQuantity);
    if (priceCents >= before) return [];
    before = priceCents;
    return [{ minQuantity, priceCents }];
  });
}
