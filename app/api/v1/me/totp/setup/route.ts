import { totpSetup, totpSetupBody } from "@/lib/accounts/schema";
import { setUpTotp } from "@/lib/accounts/totp/change-totp";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "setUpTotp",
      auth: "user",
      body: totpSetupBody,
      response: totpSetup,
      summary: "A new secret for an authenticator app; nothing is on until /me/totp/enable",
    },
    ({ actor, body }) => setUpTotp(actor, body.password),
  ),
});
