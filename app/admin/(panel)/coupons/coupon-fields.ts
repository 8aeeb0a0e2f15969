import type { getTranslations } from "next-intl/server";
import { fieldsOf, optionsOf } from "@/components/admin/form/fields-of";
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
