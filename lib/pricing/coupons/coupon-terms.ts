import { readCode } from "../../core/codes";
import type { PlainRule } from "../../core/refusals/refusal";
import type { QuoteRefusal } from "../quote";

export type CouponRefusal = "unavailable" | "buyer_limit_reached" | "other_level" | QuoteRefusal;

/** `unavailable` stands for unknown, off, not yet, no longer and used up alike: a guess learns nothing (O12). */
export const couponRules = {
  unavailable: "coupon_unknown",
  buyer_limit_reached: "coupon_used",
  other_level: "coupon_levels",
  other_products: "coupon_products",
  minimum_not_reached: "coupon_minimum",
} as const satisfies Record<CouponRefusal, PlainRule>;

export interface CouponState {
  isActive: boolean;
  startsAt: Date | null;
  endsAt: Date | null;
  totalLimit: number | null;
  usedCount: number;
  perBuyerLimit: number | null;
  /** Empty = every level, and guests. */
  levelIds: readonly number[];
}

export interface CouponAsker {
  at: Date;
  levelId: number | null;
  /** This buyer's uses that were not given back. */
  uses: number;
}

/** Finds the reason against a coupon before any price is looked at. */
export function couponRefusal(coupon: CouponState, asker: CouponAsker): CouponRefusal | null {
  const hasStarted = coupon.startsAt === null || coupon.startsAt <= asker.at;
  const hasEnded = coupon.endsAt !== null && coupon.endsAt <= asker.at;
  const isUsedUp = coupon.totalLimit !== null && coupon.usedCount >= coupon.totalLimit;
  if (!coupon.isActive || !hasStarted || hasEnded || isUsedUp) return "unavailable";
  if (coupon.levelIds.length > 0 && (asker.levelId === null || !coupon.levelIds.includes(asker.levelId))) {
    return "other_level";
  }
  if (coupon.perBuyerLimit !== null && asker.uses >= coupon.perBuyerLimit) return "buyer_limit_reached";
  return null;
}

export const normaliseCouponCode = (code: string): string => readCode(code).toUpperCase();
