import type { UserActor } from "../../acts/actor";
import type { SkuView } from "../../catalogue/schema";
import { tierView } from "../../catalogue/view";
import type { Lang } from "../../core/translations";
import { toMoney } from "../../core/wire";
import { db } from "../../db/client";
import { findSellableSkus } from "../queries";
import type { OwnPrices, OwnPricesQuery } from "../schema";
import { levelPriceOf, tierPricesOf } from "../unit-price";

/** A level's prices, where they are below the list. */
export interface MemberPrices {
  levelName: string;
  bySku: Record<number, string>;
  /** Quantities, of the options in `bySku`, from which on a unit costs this member less still. */
  tiersBySku: Record<number, SkuView["wholesale"]>;
  /** The lowest of a product's options, as a list shows it. */
  byProduct: Record<number, string>;
}

/** Finds this user's prices, for the pages that show them. Null for a buyer who pays the list price. */
export async function findMemberPrices(
  userId: number,
  productIds: number[],
  lang: Lang = undefined,
): Promise<MemberPrices | null> {
  if (productIds.length === 0) return null;
  // The address counts for coupons, of which there is none here.
  const skus = await findSellableSkus(db(), productIds, { kind: "user", userId, email: "" }, lang);
  const levelName = skus[0]?.levelName ?? null;
  if (levelName === null) return null;
  const prices: MemberPrices = { levelName, bySku: {}, tiersBySku: {}, byProduct: {} };
  const lowest = new Map<number, { list: bigint; own: bigint }>();
  for (const sku of skus) {
    const { productId, skuId, listCents } = sku;
    const own = levelPriceOf(sku);
    if (own < listCents) {
      prices.bySku[skuId] = toMoney(own);
      prices.tiersBySku[skuId] = tierPricesOf(sku).map(tierView);
    }
    const before = lowest.get(productId);
    lowest.set(productId, {
      list: before && before.list < listCents ? before.list : listCents,
      own: before && before.own < own ? before.own : own,
    });
  }
  for (const [productId, { list, own }] of lowest) if (own < list) prices.byProduct[productId] = toMoney(own);
  return prices;
}

/** GET /api/v1/me/prices: what the public list, which all readers share, does not say. */
export async function listOwnPrices(
  actor: UserActor,
  { product_ids, lang }: OwnPricesQuery,
): Promise<OwnPrices> {
  const own = await findMemberPrices(actor.userId, product_ids, lang);
  return {
    level_name: own?.levelName ?? null,
    prices: Object.entries(own?.byProduct ?? {}).map(([id, price]) => ({ product_id: Number(id), price })),
  };
}
