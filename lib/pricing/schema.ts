import { z } from "zod";
import { refusal, rule } from "../core/refusals/refusal";
import { shapedAs } from "../core/shaped-text";
import { describedAs } from "../core/shapes/described";
import { langQuery, translationsIn, translationsOut } from "../core/translations";
import {
  id,
  idsText,
  idText,
  integerText,
  moneyIn,
  moneyOut,
  pageOut,
  pageQuery,
  plainText,
  positiveMoney,
  priceIn,
  seenIn,
  timeIn,
  timeOut,
} from "../core/wire";

/** Why a price is below the list: by the member level's price, by the quantity, or by a coupon. */
export const reductionKinds = ["member", "quantity", "coupon"] as const;
export type ReductionKind = (typeof reductionKinds)[number];

const couponKinds = ["fixed", "percent"] as const;

const memberLevel = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  discount_percent: z.int(),
  recharge_threshold: moneyOut,
  spend_threshold: moneyOut,
  is_default: z.boolean(),
});
export type MemberLevelView = z.infer<typeof memberLevel>;
export const memberLevelList = z.object({ member_levels: z.array(memberLevel) });
export type MemberLevelList = z.infer<typeof memberLevelList>;

/** Sums of all time; `…_missing` is null where the level asks for no such sum. Either way reaches it. */
export const levelProgress = z.object({
  recharged: moneyOut,
  spent: moneyOut,
  next: memberLevel
    .extend({ recharge_missing: moneyOut.nullable(), spend_missing: moneyOut.nullable() })
    .nullable(),
});
export type LevelProgress = z.infer<typeof levelProgress>;

/** As many as a list of products has on one page. */
export const ownPricesQuery = z.object({ product_ids: idsText(100), ...langQuery });
export type OwnPricesQuery = z.output<typeof ownPricesQuery>;
/** `prices` has the products of which an option costs the member less than the list says: the lowest of its options. */
export const ownPrices = z.object({
  level_name: z.string().nullable(),
  prices: z.array(z.object({ product_id: z.int(), price: moneyOut })),
});
export type OwnPrices = z.infer<typeof ownPrices>;

/** Without a product only the code's own conditions are looked at. */
export const couponCheckQuery = z
  .object({
    code: plainText(64, 1),
    product_id: idText.optional(),
    sku_id: idText.optional(),
    quantity: integerText(1, 1000).default(1),
  })
  .refine((query) => query.product_id !== undefined || query.sku_id === undefined, {
    path: ["product_id"],
    error: rule("required_with_sku"),
  });
export type CouponCheckQuery = z.output<typeof couponCheckQuery>;

const couponCheckReason = z.enum([
  "unavailable",
  "buyer_limit_reached",
  "other_level",
  "other_products",
  "minimum_not_reached",
  "product_unavailable",
  "quantity",
]);
export type CouponCheckReason = z.infer<typeof couponCheckReason>;

export const couponCheck = z.object({
  valid: z.boolean(),
  /** A word to branch on; `message` is its sentence for a person. */
  reason: couponCheckReason.nullable(),
  message: z.string().nullable(),
  discount_amount: moneyOut,
  payable_amount: moneyOut,
  ends_at: timeOut.nullable(),
});
export type CouponCheck = z.infer<typeof couponCheck>;

const couponCode = z
  .string()
  .trim()
  .toUpperCase()
  .check(...shapedAs(/^[A-Z0-9_-]{3,40}$/, rule("coupon_code")));
const limit = z.int().min(1).max(1_000_000_000);
const idList = z
  .array(id)
  .max(1000)
  .transform((ids) => [...new Set(ids)]);

/** A coupon as staff write it. What is absent is unlimited, or everybody's. */
export const couponBody = describedAs(
  z
    .object({
      code: couponCode,
      kind: z.enum(couponKinds),
      value: priceIn.optional(),
      percent: z
        .int()
        .min(1, rule(refusal("between", { min: 1, max: 100 })))
        .max(100, rule(refusal("between", { min: 1, max: 100 })))
        .optional(),
      min_amount: priceIn.default(0n),
      max_discount: describedAs(priceIn, positiveMoney).nullable().default(null),
      total_limit: limit.nullable().default(null),
      per_buyer_limit: limit.nullable().default(null),
      product_ids: idList.default([]),
      level_ids: idList.default([]),
      starts_at: timeIn.nullable().default(null),
      ends_at: timeIn.nullable().default(null),
      is_active: z.boolean().default(true),
      seen: seenIn,
    })
    .refine((body) => body.kind !== "fixed" || (body.value !== undefined && body.value > 0n), {
      path: ["value"],
      error: rule("above_zero"),
    })
    .refine((body) => body.kind !== "percent" || body.percent !== undefined, {
      path: ["percent"],
      error: rule("required_for_percent"),
    })
    .refine((body) => body.max_discount === null || body.max_discount > 0n, {
      path: ["max_discount"],
      error: rule("above_zero"),
    })
    .refine((body) => !body.starts_at || !body.ends_at || body.starts_at < body.ends_at, {
      path: ["ends_at"],
      error: rule("after_start"),
    }),
  { says: "`fixed` needs `value`, `percent` needs `percent`." },
);
export type CouponBody = z.output<typeof couponBody>;

export const coupon = z.object({
  id: z.int(),
  code: z.string(),
  kind: z.enum(couponKinds),
  value: moneyOut.nullable(),
  percent: z.int().nullable(),
  min_amount: moneyOut,
  max_discount: moneyOut.nullable(),
  total_limit: z.int().nullable(),
  per_buyer_limit: z.int().nullable(),
  used_count: z.int(),
  product_ids: z.array(z.int()),
  level_ids: z.array(z.int()),
  starts_at: timeOut.nullable(),
  ends_at: timeOut.nullable(),
  is_active: z.boolean(),
  created_at: timeOut,
});
export type CouponView = z.infer<typeof coupon>;
export const couponListQuery = z.object({ ...pageQuery(50, 200), search: plainText(40).optional() });
export type CouponListQuery = z.output<typeof couponListQuery>;
export const couponList = z.object({ coupons: z.array(coupon), ...pageOut });
export type CouponList = z.infer<typeof couponList>;
export const couponParams = z.object({ coupon_id: idText });

const percent = z
  .int()
  .min(0, rule(refusal("between", { min: 0, max: 100 })))
  .max(100, rule(refusal("between", { min: 0, max: 100 })));

export const memberLevelBody = z.object({
  slug: z
    .string()
    .trim()
    .check(...shapedAs(/^[a-z0-9]+(-[a-z0-9]+)*$/, rule("slug")))
    .max(60),
  name: plainText(60, 1),
  icon: plainText(500).nullable().default(null),
  discount_percent: percent.default(0),
  recharge_threshold: priceIn.default(0n),
  spend_threshold: priceIn.default(0n),
  is_default: z.boolean().default(false),
  sort_order: z.int().min(-1000).max(1000).default(0),
  translations: translationsIn({ name: plainText(60) }).optional(),
  seen: seenIn,
});
export type MemberLevelBody = z.output<typeof memberLevelBody>;
const adminMemberLevel = memberLevel.extend({
  sort_order: z.int(),
  translations: translationsOut,
  /** 10,000 stands for more as well. */
  users: z.int(),
  prices: z.int(),
});
export const adminMemberLevelList = z.object({ member_levels: z.array(adminMemberLevel) });
export type AdminMemberLevel = z.infer<typeof adminMemberLevel>;
export const memberLevelParams = z.object({ level_id: idText });

export const levelPricesBody = z.object({
  prices: z
    .array(z.object({ sku_id: id, price: priceIn }))
    .max(5000)
    .refine((prices) => new Set(prices.map((price) => price.sku_id)).size === prices.length, {
      error: rule("sku_twice"),
    }),
});
export type LevelPricesBody = z.output<typeof levelPricesBody>;

/** Own prices by SKU: null takes one away, `seen` is what the operator read. */
export const levelPricesPatch = z.object({
  prices: z
    .array(z.object({ sku_id: id, price: priceIn.nullable(), seen: moneyIn.nullable().optional() }))
    .min(1)
    .max(500)
    .refine((prices) => new Set(prices.map((price) => price.sku_id)).size === prices.length, {
      error: rule("sku_twice"),
    }),
});
export type LevelPricesPatch = z.output<typeof levelPricesPatch>;

export const assignLevelBody = z.object({
  member_level_id: id.nullable(),
  /** Fixed: recharging and spending no longer change it. */
  is_fixed: z.boolean(),
  seen: seenIn,
});
export type AssignLevelBody = z.output<typeof assignLevelBody>;
export const userParams = z.object({ user_id: idText });
export const assignedLevel = z.object({ member_level_id: z.int().nullable(), is_fixed: z.boolean() });
export type AssignedLevel = z.infer<typeof assignedLevel>;

export const savedRow = z.object({ id: z.int() });

export const priceRowQuery = z.object({ ...pageQuery(50, 200), search: plainText(80, 1).optional() });
