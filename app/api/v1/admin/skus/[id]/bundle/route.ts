import { getBundle } from "@/lib/catalogue/bundles/get-bundle";
import { saveBundle } from "@/lib/catalogue/bundles/save-bundle";
import { bundle, bundleBody } from "@/lib/catalogue/bundles/schema";
import { idParams } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:read",
      summary: "The parts of a bundle, and how many can be sold",
      params: idParams,
      response: bundle,
    },
    ({ params }) => getBundle(params.id),
  ),
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Make an option a bundle of others, or with no parts an option like any other",
      params: idParams,
      body: bundleBody,
      response: bundle,
    },
    ({ actor, client, params, body }) => saveBundle(actor, client, params.id, body),
  ),
});
