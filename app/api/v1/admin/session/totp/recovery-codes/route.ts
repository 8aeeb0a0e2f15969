import { recoveryCodes } from "@/lib/accounts/schema";
import { staffTotpDisableBody } from "@/lib/accounts/staff/schema";
import { renewStaffRecoveryCodes } from "@/lib/accounts/staff/staff-recovery-codes";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      body: staffTotpDisableBody,
      response: recoveryCodes,
      summary: "New recovery codes for oneself in place of the former ones; shown this once",
    },
    ({ actor, body, client }) => renewStaffRecoveryCodes(actor, body, client),
  ),
});
