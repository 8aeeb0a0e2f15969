import { endpoint, route } from "@/lib/http/route";
import { checkCoupon } from "@/lib/pricing/coupons/check-coupon";
import { couponCheck, couponCheckQuery } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "checkCoupon",
      auth: "user",
      summary: "Check coupon availability",
      query: couponCheckQuery,
      response: couponCheck,
      limit: "coupon_check",
    },
    ({ actor, client, query }) => checkCoupon(actor, client, query),
  ),
});
