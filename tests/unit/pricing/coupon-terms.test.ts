import { describe, expect, it } from "vitest";
import { type CouponState, couponRefusal, normaliseCouponCode } from "@/lib/pricing/coupons/coupon-terms";

const at = new Date("2026-06-01T12:00:00Z");
const before = new Date("2026-06-01T11:59:59Z");
const after = new Date("2026-06-01T12:00:01Z");

const coupon: CouponState = {
  isActive: true,
  startsAt: null,
  endsAt: null,
  totalLimit: null,
  usedCount: 0,
  perBuyerLimit: null,
  levelIds: [],
};
const guest = { at, levelId: null, uses: 0 };

describe("couponRefusal", () => {
  it("accepts a coupon without conditions for every buyer", () => {
    expect(couponRefusal(coupon, guest)).toBeNull();
  });

  it("says the same of a coupon that is off, too early, too late or used up [O12]", () => {
    for (const change of [
      { isActive: false },
      { startsAt: after },
      { endsAt: before },
      { endsAt: at },
      { totalLimit: 3, usedCount: 3 },
    ]) {
      expect(couponRefusal({ ...coupon, ...change }, guest)).toBe("unavailable");
    }
    expect(couponRefusal({ ...coupon, startsAt: at, endsAt: after }, guest)).toBeNull();
  });

  it("keeps a coupon for levels from other levels and from guests", () => {
    const forGold = { ...coupon, levelIds: [7] };
    expect(couponRefusal(forGold, guest)).toBe("other_level");
    expect(couponRefusal(forGold, { ...guest, levelId: 6 })).toBe("other_level");
    expect(couponRefusal(forGold, { ...guest, levelId: 7 })).toBeNull();
  });

  it("counts a buyer's own uses", () => {
    const once = { ...coupon, perBuyerLimit: 1 };
    expect(couponRefusal(once, { ...guest, uses: 1 })).toBe("buyer_limit_reached");
    expect(couponRefusal(once, guest)).toBeNull();
  });

  it("reads a code in any case", () => {
    expect(normaliseCouponCode("  welcome10 ")).toBe("WELCOME10");
  });
});
