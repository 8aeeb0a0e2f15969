import { endpoint, route } from "@/lib/http/route";
import { getCoupon } from "@/lib/pricing/admin-queries";
import { deleteCoupon } from "@/lib/pricing/delete-coupon";
import { saveCoupon } from "@/lib/pricing/save-coupon";
import { coupon, couponBody, couponParams, savedRow } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:read",
      summary: "Read a coupon",
      params: couponParams,
      response: coupon,
    },
    ({ params }) => getCoupon(params.coupon_id),
  ),
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Change a coupon",
      params: couponParams,
      body: couponBody,
      response: savedRow,
    },
    ({ actor, client, params, body }) => saveCoupon(actor, client, params.coupon_id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Delete a coupon that was never used",
      params: couponParams,
      response: savedRow,
    },
    ({ actor, client, params }) => deleteCoupon(actor, client, params.coupon_id),
  ),
});
