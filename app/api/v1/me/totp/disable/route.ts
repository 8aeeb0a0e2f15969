import { totpDisabled, totpProofBody } from "@/lib/accounts/schema";
import { disableTotp } from "@/lib/accounts/totp/change-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "disableTotp",
      auth: "user",
      body: totpProofBody,
      response: totpDisabled,
      summary: "Switch two-step log-in off",
    },
    ({ actor, body, client }) => {
      const { password, code, recovery_code: recoveryCode } = body;
      return disableTotp(actor, { password, code, recoveryCode }, client);
    },
  ),
});
