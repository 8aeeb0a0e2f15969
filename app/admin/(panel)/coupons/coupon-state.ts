import { now } from "@/lib/core/clock";
import type { CouponView } from "@/lib/pricing/schema";

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
