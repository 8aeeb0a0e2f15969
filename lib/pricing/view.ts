import { inLanguage, type Lang } from "../core/translations";
import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import type { Coupon, MemberLevel } from "../db/generated/client";
import type { CouponView, MemberLevelView } from "./schema";

export const memberLevelView = (row: MemberLevel, lang?: Lang): MemberLevelView => ({
  id: row.id,
  slug: row.slug,
  name: inLanguage(row, lang).name,
  icon: row.icon,
  discount_percent: row.discountPercent,
  recharge_threshold: toMoney(row.rechargeThresholdCents),
  spend_threshold: toMoney(row.spendThresholdCents),
  is_default: row.isDefault,
});

export const couponView = (row: Coupon): CouponView => ({
  id: row.id,
  code: row.code,
  kind: row.kind,
  value: row.kind === "fixed" ? toMoney(row.valueCents) : null,
  percent: row.kind === "percent" ? row.percent : null,
  min_amount: toMoney(row.minAmountCents),
  max_discount: row.maxDiscountCents === null ? null : toMoney(row.maxDiscountCents),
  total_limit: row.totalLimit,
  per_buyer_limit: row.perBuyerLimit,
  used_count: row.usedCount,
  product_ids: row.productIds,
  level_ids: row.levelIds,
  starts_at: toTimeOrNull(row.startsAt),
  ends_at: toTimeOrNull(row.endsAt),
  is_active: row.isActive,
  created_at: toTime(row.createdAt),
});
