import { staffTotpDisableBody, staffTotpState } from "@/lib/accounts/staff/schema";
import { disableStaffTotp } from "@/lib/accounts/staff/staff-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      withOneTimePassword: true,
      body: staffTotpDisableBody,
      response: staffTotpState,
      summary: "Switch the own second factor off",
    },
    ({ actor, body, client }) => disableStaffTotp(actor, body, client),
  ),
});
