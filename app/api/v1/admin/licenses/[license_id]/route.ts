import { endpoint, route } from "@/lib/http/route";
import { changeLicense } from "@/lib/licenses/change-license";
import { changedLicense, licenseParams, licensePatch } from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      summary: "Renew a license, revoke it or take that back",
      params: licenseParams,
      body: licensePatch,
      response: changedLicense,
    },
    ({ actor, client, params, body }) => changeLicense(actor, client, params.license_id, body),
  ),
});
