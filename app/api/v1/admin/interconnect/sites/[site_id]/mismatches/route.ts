import { endpoint, route } from "@/lib/http/route";
import { siteParams } from "@/lib/interconnect/main/admin/schema";
import { listMismatches } from "@/lib/interconnect/main/statements/compare-books";
import { mismatchList, mismatchQuery } from "@/lib/interconnect/main/statements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      query: mismatchQuery,
      response: mismatchList,
    },
    ({ params, query }) => listMismatches(params.site_id, query),
  ),
});
