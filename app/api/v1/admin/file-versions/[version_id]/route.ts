import { savedId } from "@/lib/core/wire";
import { removeVersion } from "@/lib/fulfillment/kinds/file/remove-version";
import { versionParams } from "@/lib/fulfillment/kinds/file/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Remove a version of a file; buyers get the one before",
      params: versionParams,
      response: savedId,
    },
    ({ actor, client, params }) => removeVersion(actor, client, params.version_id),
  ),
});
