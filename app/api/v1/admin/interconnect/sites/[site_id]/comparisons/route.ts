import { endpoint, route } from "@/lib/http/route";
import { siteParams } from "@/lib/interconnect/main/admin/schema";
import { compareBooks } from "@/lib/interconnect/main/statements/compare-books";
import { compareBooksBody, comparisonReport } from "@/lib/interconnect/main/statements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: siteParams,
      body: compareBooksBody,
      response: comparisonReport,
    },
    ({ actor, client, params, body }) => compareBooks(actor, client, params.site_id, body),
  ),
});
