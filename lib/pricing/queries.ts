import type { SoldOption } from "../catalogue/sql/sold-options";
import type { Cents } from "../core/money";
import type { Lang } from "../core/translations";
import { batchReads } from "../db/batches";
import { db } from "../db/client";
import type { Reader } from "../db/transaction";
import { buyerKeyOf } from "./coupons/coupon-buyer";
import type { CouponState } from "./coupons/coupon-terms";
import type { CouponTerms } from "./quote";
import type { MemberLevelList } from "./schema";
import { findCouponRow } from "./sql/coupons";
import { findLevelId, findPricedSkus } from "./sql/prices";
import type { QuoteBuyer } from "./types";
import { memberLevelView } from "./view";

/** An active SKU of an active product in an active category, with every price that may count for the buyer. */
export interface SellableSku extends SoldOption {
  purchaseType: "guest" | "member";
  minQuantity: number;
  maxQuantity: number;
  formFields: unknown;
  listCents: Cents;
  wholesale: { minQuantity: number; priceCents: string }[] | null;
  /** The option's own tiers, which count in place of the product's. */
  ownWholesale: unknown;
  levelId: number | null;
  levelName: string | null;
  levelPercent: number | null;
  levelPriceCents: Cents | null;
  sitePriceCents: Cents | null;
  /** Texts above in the reader's language. */
  productTexts: Record<string, string> | null;
  skuTexts: Record<string, string> | null;
}

interface PriceQuestion {
  productIds: number[];
  buyer: QuoteBuyer;
  lang: Lang;
}

/** Guests pay the same prices; a user's and a site's are their own. */
const groupOf = ({ buyer, lang }: PriceQuestion): string => {
  const { kind } = buyer;
  return [kind, lang, kind === "user" ? buyer.userId : "", kind === "site" ? buyer.siteId : ""].join();
};

const askTogether = batchReads((questions: readonly [PriceQuestion, ...PriceQuestion[]]) => {
  const [{ buyer, lang }] = questions;
  const productIds = [...new Set(questions.flatMap((question) => question.productIds))];
  return findPricedSkus(db(), productIds, buyer, lang);
}, groupOf);

/** One round-trip for everything that the prices of these products depend on, shared with who asks at the same moment. */
export async function findSellableSkus(
  reader: Reader,
  productIds: number[],
  buyer: QuoteBuyer,
  lang: Lang = undefined,
): Promise<SellableSku[]> {
  if (reader !== db()) return findPricedSkus(reader, productIds, buyer, lang);
  const skus = await askTogether({ productIds, buyer, lang });
  return skus.filter(({ productId }) => productIds.includes(productId));
}

export interface FoundCoupon extends CouponTerms, CouponState {
  id: number;
  code: string;
  buyerUses: number;
}

/** A coupon by its normalised code, with how often this buyer used it. */
export async function findCoupon(
  reader: Reader,
  code: string,
  buyer: QuoteBuyer,
): Promise<FoundCoupon | null> {
  return (await findCouponRow(reader, code, buyerKeyOf(buyer))) ?? null;
}

/** The level that counts for a user's prices and coupons. */
export const findLevelIdOfUser = (reader: Reader, userId: number): Promise<number | null> =>
  findLevelId(reader, userId);

/** GET /api/v1/public/member-levels: lowest first. */
export async function listMemberLevels(lang?: Lang): Promise<MemberLevelList> {
  const rows = await db().memberLevel.findMany({ orderBy: [{ sortOrder: "asc" }, { id: "asc" }] });
  return { member_levels: rows.map((row) => memberLevelView(row, lang)) };
}
