import { recoveryCodes, totpEnableBody } from "@/lib/accounts/schema";
import { enableTotp } from "@/lib/accounts/totp/change-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "enableTotp",
      auth: "user",
      body: totpEnableBody,
      response: recoveryCodes,
      summary: "Switch two-step log-in on with a first code; answers the recovery codes once",
    },
    async ({ actor, body, client }) => ({ recovery_codes: await enableTotp(actor, body.code, client) }),
  ),
});
