import { staffTotpEnableBody, staffTotpEnabled } from "@/lib/accounts/staff/schema";
import { enableStaffTotp } from "@/lib/accounts/staff/staff-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      withOneTimePassword: true,
      body: staffTotpEnableBody,
      response: staffTotpEnabled,
      summary: "Switch the own second factor on",
    },
    ({ actor, body, client }) => enableStaffTotp(actor, body.code, client),
  ),
});
