import { endpoint, route } from "@/lib/http/route";
import { siteParams } from "@/lib/interconnect/main/admin/schema";
import { getAccount } from "@/lib/interconnect/main/statements/read-account";
import { accountQuery, accountView } from "@/lib/interconnect/main/statements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      query: accountQuery,
      response: accountView,
    },
    ({ params, query }) => getAccount(params.site_id, query),
  ),
});
