import { streamDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportCoupons } from "@/lib/pricing/export-coupons";
import { couponListQuery } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:read",
      query: couponListQuery,
      response: "raw",
      produces: "text/csv",
      summary: "The filtered coupons as CSV, oldest first",
    },
    async ({ actor, client, query }) =>
      streamDownload("coupons.csv", "text/csv", await exportCoupons(actor, client, query)),
  ),
});
