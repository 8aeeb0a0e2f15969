import { endpoint, route } from "@/lib/http/route";
import { siteParams } from "@/lib/interconnect/main/admin/schema";
import { makePairingCode } from "@/lib/interconnect/main/pairing";
import { pairingCode } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      proved: "site.secret",
      params: siteParams,
      response: pairingCode,
      summary: "Make a pairing code for this site",
    },
    ({ actor, client, params }) => makePairingCode(actor, client, params.site_id),
  ),
});
