import { savedId } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";
import { resolveMismatch } from "@/lib/interconnect/main/statements/compare-books";
import { mismatchParams, resolveMismatchBody } from "@/lib/interconnect/main/statements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      params: mismatchParams,
      body: resolveMismatchBody,
      response: savedId,
    },
    ({ actor, client, params: { site_id, mismatch_id }, body }) =>
      resolveMismatch(actor, client, { siteId: site_id, mismatchId: mismatch_id }, body),
  ),
});
