import type { SecretKind } from "../catalogue/schema";
import type { Cents } from "../core/money";
import type { Lang } from "../core/translations";
import { db } from "../db/client";
import { Prisma } from "../db/generated/client";
import type { Reader } from "../db/transaction";
import { buyerKeyOf, keysOfBuyer } from "./coupon-buyer";
import type { CouponState } from "./coupon-terms";
import type { CouponTerms } from "./quote";
import type { MemberLevelList } from "./schema";
import type { QuoteBuyer } from "./types";
import { memberLevelView } from "./view";

/** An active SKU of an active product in an active category, with every price that may count for the buyer. */
export interface SellableSku {
  productId: number;
  slug: string;
  title: string;
  autoSecretKind: SecretKind;
  purchaseType: "guest" | "member";
  minQuantity: number;
  maxQuantity: number;
  instructions: string | null;
  formFields: unknown;
  skuId: number;
  skuName: string;
  listCents: Cents;
  costCents: Cents | null;
  source: "local" | "upstream";
  wholesale: { minQuantity: number; priceCents: string }[] | null;
  /** The option's own tiers, which count in place of the product's. */
  ownWholesale: unknown;
  levelId: number | null;
  levelName: string | null;
  levelPercent: number | null;
  levelPriceCents: Cents | null;
  sitePriceCents: Cents | null;
  /** What the reader's language has of the texts above. */
  productTexts: Record<string, string> | null;
  skuTexts: Record<string, string> | null;
}

const noLevel = Prisma.sql`NULL::int AS "levelId", NULL::text AS "levelName", NULL::int AS "levelPercent", NULL::bigint AS "levelPriceCents"`;
const ofLevel = Prisma.sql`l.id AS "levelId", l.name AS "levelName", l.discount_percent AS "levelPercent", lp.price_cents AS "levelPriceCents"`;

/** A user without a level has the default one; guests have none, and a site only the one it was given. */
const levelIdOf = (buyer: Exclude<QuoteBuyer, { kind: "guest" }>) =>
  buyer.kind === "user"
    ? Prisma.sql`COALESCE((SELECT member_level_id FROM users WHERE id = ${buyer.userId}),
        (SELECT id FROM member_levels WHERE is_default LIMIT 1))`
    : Prisma.sql`(SELECT member_level_id FROM sites WHERE id = ${buyer.siteId})`;

/** One round-trip for everything that the prices of these products depend on. */
export async function findSellableSkus(
  reader: Reader,
  productIds: number[],
  buyer: QuoteBuyer,
  lang: Lang = undefined,
): Promise<SellableSku[]> {
  const level = buyer.kind === "guest" ? noLevel : ofLevel;
  const levelJoin =
    buyer.kind === "guest"
      ? Prisma.empty
      : Prisma.sql`LEFT JOIN member_levels l ON l.id = ${levelIdOf(buyer)}
          LEFT JOIN level_prices lp ON lp.level_id = l.id AND lp.sku_id = s.id`;
  const sitePrice = buyer.kind === "site" ? Prisma.sql`sp.price_cents` : Prisma.sql`NULL::bigint`;
  const siteJoin =
    buyer.kind === "site"
      ? Prisma.sql`LEFT JOIN site_prices sp ON sp.sku_id = s.id AND sp.site_id = ${buyer.siteId}`
      : Prisma.empty;
  return reader.$queryRaw<SellableSku[]>`
    SELECT p.id AS "productId", p.slug, p.title, p.auto_secret_kind AS "autoSecretKind",
      p.purchase_type AS "purchaseType", p.min_quantity AS "minQuantity", p.max_quantity AS "maxQuantity",
      p.instructions, p.form_fields AS "formFields",
      s.id AS "skuId", s.name AS "skuName", s.price_cents AS "listCents", s.cost_cents AS "costCents", s.source,
      (SELECT json_agg(json_build_object('minQuantity', w.min_quantity, 'priceCents', w.price_cents::text))
        FROM wholesale_tiers w WHERE w.product_id = p.id) AS wholesale,
      s.wholesale AS "ownWholesale", ${level}, ${sitePrice} AS "sitePriceCents",
      (p.translations -> ${lang ?? ""}::text) - 'description' AS "productTexts", s.translations -> ${lang ?? ""}::text AS "skuTexts"
    FROM products p JOIN categories c ON c.id = p.category_id AND c.is_active
      JOIN skus s ON s.product_id = p.id AND s.is_active ${levelJoin} ${siteJoin}
    WHERE p.id = ANY(${productIds}::int[]) AND p.status = 'active'
    ORDER BY p.id, s.sort_order, s.id`;
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
  const buyerKey = buyerKeyOf(buyer);
  const uses =
    buyerKey === null
      ? Prisma.sql`0`
      : Prisma.sql`(SELECT count(*)::int FROM coupon_uses u
          WHERE u.coupon_id = c.id AND u.status <> 'released' AND u.buyer_key IN (${keysOfBuyer(buyerKey)}))`;
  const [row] = await reader.$queryRaw<FoundCoupon[]>`
    SELECT c.id, c.code, c.kind, c.value_cents AS "valueCents", c.percent, c.min_amount_cents AS "minAmountCents",
      c.max_discount_cents AS "maxDiscountCents", c.total_limit AS "totalLimit", c.per_buyer_limit AS "perBuyerLimit",
      c.used_count AS "usedCount", c.product_ids AS "productIds", c.level_ids AS "levelIds",
      c.starts_at AS "startsAt", c.ends_at AS "endsAt", c.is_active AS "isActive", ${uses} AS "buyerUses"
    FROM coupons c WHERE c.code = ${code}`;
  return row ?? null;
}

/** The level that counts for a user's prices and coupons. */
export async function findLevelIdOfUser(reader: Reader, userId: number): Promise<number | null> {
  const [row] = await reader.$queryRaw<{ levelId: number | null }[]>`
    SELECT ${levelIdOf({ kind: "user", userId, email: "" })} AS "levelId"`;
  return row?.levelId ?? null;
}

/** GET /api/v1/public/member-levels: lowest first. */
export async function listMemberLevels(): Promise<MemberLevelList> {
  const rows = await db().memberLevel.findMany({ orderBy: [{ sortOrder: "asc" }, { id: "asc" }] });
  return { member_levels: rows.map(memberLevelView) };
}
