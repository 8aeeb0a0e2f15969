import { findPartChoices } from "@/lib/catalogue/bundles/get-bundle";
import { partChoices, partQuery } from "@/lib/catalogue/bundles/schema";
import { idParams } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:read",
      summary: "Options that can become parts of a bundle",
      params: idParams,
      query: partQuery,
      response: partChoices,
    },
    ({ params, query }) => findPartChoices(params.id, query.search),
  ),
});
