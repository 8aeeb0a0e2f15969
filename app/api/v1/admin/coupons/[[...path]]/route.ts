import { csvOperation, operation, resource } from "@/lib/http/route";
import { getCoupon, listCoupons } from "@/lib/pricing/admin-queries";
import { deleteCoupon } from "@/lib/pricing/coupons/delete-coupon";
import { exportCoupons } from "@/lib/pricing/coupons/export-coupons";
import { saveCoupon } from "@/lib/pricing/coupons/save-coupon";
import {
  coupon,
  couponBody,
  couponList,
  couponListQuery,
  couponParams,
  savedRow,
} from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/coupons", {
  getCoupon: operation("GET /[coupon_id]", {
    permission: "marketing:read",
    summary: "Read a coupon",
    params: couponParams,
    response: coupon,
    handle: ({ params }) => getCoupon(params.coupon_id),
  }),
  updateCoupon: operation("PUT /[coupon_id]", {
    permission: "marketing:write",
    summary: "Change a coupon",
    params: couponParams,
    body: couponBody,
    response: savedRow,
    handle: ({ actor, client, params, body }) => saveCoupon(actor, client, params.coupon_id, body),
  }),
  deleteCoupon: operation("DELETE /[coupon_id]", {
    permission: "marketing:write",
    summary: "Delete a coupon that was never used",
    params: couponParams,
    response: savedRow,
    handle: ({ actor, client, params }) => deleteCoupon(actor, client, params.coupon_id),
  }),
  exportCoupons: csvOperation("GET /export", {
    permission: "marketing:read",
    query: couponListQuery,
    summary: "The filtered coupons as CSV, oldest first",
    file: "coupons.csv",
    read: exportCoupons,
  }),
  listCoupons: operation("GET /", {
    permission: "marketing:read",
    summary: "List coupons",
    query: couponListQuery,
    response: couponList,
    handle: ({ query }) => listCoupons(query),
  }),
  createCoupon: operation("POST /", {
    permission: "marketing:write",
    summary: "Create a coupon",
    body: couponBody,
    response: savedRow,
    handle: ({ actor, client, body }) => saveCoupon(actor, client, null, body),
  }),
});
