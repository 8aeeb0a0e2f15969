import { recoveryCodes, totpProofBody } from "@/lib/accounts/schema";
import { renewRecoveryCodes } from "@/lib/accounts/totp/change-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "renewRecoveryCodes",
      auth: "user",
      body: totpProofBody,
      response: recoveryCodes,
      summary: "Ten new recovery codes in place of the old ones",
    },
    async ({ actor, body }) => {
      const { password, code, recovery_code: recoveryCode } = body;
      return { recovery_codes: await renewRecoveryCodes(actor, { password, code, recoveryCode }) };
    },
  ),
});
