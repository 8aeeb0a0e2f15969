import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import {
  setSitePricesBody,
  siteParams,
  sitePriceList,
  sitePriceQuery,
} from "@/lib/interconnect/main/admin/schema";
import { listSitePrices } from "@/lib/interconnect/main/admin-queries";
import { setSitePrices } from "@/lib/interconnect/main/set-site-prices";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      query: sitePriceQuery,
      response: sitePriceList,
    },
    ({ params, query }) => listSitePrices(params.site_id, query),
  ),
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: siteParams,
      body: setSitePricesBody,
      response: emptyObject,
    },
    async ({ actor, client, params, body }) => {
      await setSitePrices(actor, client, params.site_id, body.prices);
      return {};
    },
  ),
});
