import { endpoint, route } from "@/lib/http/route";
import { listCoupons } from "@/lib/pricing/admin-queries";
import { saveCoupon } from "@/lib/pricing/save-coupon";
import { couponBody, couponList, couponListQuery, savedRow } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:read",
      summary: "List coupons",
      query: couponListQuery,
      response: couponList,
    },
    ({ query }) => listCoupons(query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Create a coupon",
      body: couponBody,
      response: savedRow,
    },
    ({ actor, client, body }) => saveCoupon(actor, client, null, body),
  ),
});
