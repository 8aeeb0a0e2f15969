import { staffTotpSetup, staffTotpSetupBody } from "@/lib/accounts/staff/schema";
import { setUpStaffTotp } from "@/lib/accounts/staff/staff-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      withOneTimePassword: true,
      body: staffTotpSetupBody,
      response: staffTotpSetup,
      summary: "A new secret for the own authenticator app",
    },
    ({ actor, body }) => setUpStaffTotp(actor, body.password),
  ),
});
