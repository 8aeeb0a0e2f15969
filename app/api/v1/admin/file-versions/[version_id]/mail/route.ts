import { mailVersion } from "@/lib/fulfillment/kinds/file/mail-version";
import { mailedVersion, versionParams } from "@/lib/fulfillment/kinds/file/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "catalogue:write",
      summary: "Tell those who bought a file of its new version, each by one mail",
      params: versionParams,
      response: mailedVersion,
    },
    ({ actor, client, params }) => mailVersion(actor, client, params.version_id),
  ),
});
