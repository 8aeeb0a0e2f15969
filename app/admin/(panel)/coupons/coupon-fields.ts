import type { getTranslations } from "next-intl/server";
import { fieldsOf, optionsOf } from "@/components/admin/form/fields-of";
import { now } from "@/lib/core/clock";
import { type CouponView, couponBody } from "@/lib/pricing/schema";

type Texts = Awaited<ReturnType<typeof getTranslations<"admin-people.coupons">>>;

export interface CouponScope {
  products: readonly { id: number; title: string }[];
  levels: readonly { id: number; name: string }[];
}

export const couponFields = (coupon: CouponView | null, { products, levels }: CouponScope, t: Texts) =>
  fieldsOf(couponBody, coupon, t, {
    code: {},
    kind: { initial: "percent" },
    percent: { unit: "%", when: { name: "kind", values: ["percent"] } },
    value: { when: { name: "kind", values: ["fixed"] } },
    min_amount: {},
    max_discount: { when: { name: "kind", values: ["percent"] } },
    total_limit: {},
    per_buyer_limit: {},
    starts_at: {},
    ends_at: {},
    product_ids: { options: optionsOf(products) },
    level_ids: { options: optionsOf(levels) },
    is_active: { wide: true },
  });

export function couponState(coupon: CouponView): "on" | "off" | "planned" | "past" | "spent" {
  const at = now().toISOString();
  if (!coupon.is_active) return "off";
  if (coupon.ends_at && coupon.ends_at <= at) return "past";
  if (coupon.total_limit !== null && coupon.used_count >= coupon.total_limit) return "spent";
  return coupon.starts_at && coupon.starts_at > at ? "planned" : "on";
}

export const couponTones = {
  on: "ok",
  off: "neutral",
  planned: "warn",
  past: "neutral",
  spent: "neutral",
} as const;
