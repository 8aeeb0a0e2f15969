import { toMoney } from "../core/wire";
import { db } from "../db/client";
import { findSellableSkus } from "./queries";
import { levelUnitCents } from "./quote";

/** A level's prices, where they are below the list. */
export interface MemberPrices {
  levelName: string;
  bySku: Record<number, string>;
  /** The lowest of a product's options, as a list shows it. */
  byProduct: Record<number, string>;
}

/** What products cost this user, for the pages that show prices. Null for a buyer who pays the list price. */
export async function findMemberPrices(
  user: { userId: number; email: string },
  productIds: number[],
): Promise<MemberPrices | null> {
  if (productIds.length === 0) return null;
  const skus = await findSellableSkus(db(), productIds, { kind: "user", ...user });
  const levelName = skus[0]?.levelName ?? null;
  if (levelName === null) return null;
  const prices: MemberPrices = { levelName, bySku: {}, byProduct: {} };
  const lowest = new Map<number, { list: bigint; own: bigint }>();
  for (const { productId, skuId, listCents, levelPercent, levelPriceCents } of skus) {
    const level = levelPercent === null ? null : { percent: levelPercent, priceCents: levelPriceCents };
    const own = levelUnitCents(listCents, level);
    if (own < listCents) prices.bySku[skuId] = toMoney(own);
    const before = lowest.get(productId);
    lowest.set(productId, {
      list: before && before.list < listCents ? before.list : listCents,
      own: before && before.own < own ? before.own : own,
    });
  }
  for (const [productId, { list, own }] of lowest) if (own < list) prices.byProduct[productId] = toMoney(own);
  return prices;
}
