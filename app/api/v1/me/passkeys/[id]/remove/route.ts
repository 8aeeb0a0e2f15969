import { removePasskey } from "@/lib/accounts/passkeys/own-passkeys";
import { passkeyParams, passkeyProofBody, passkeyRemoved } from "@/lib/accounts/passkeys/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "removePasskey",
      auth: "user",
      params: passkeyParams,
      body: passkeyProofBody,
      response: passkeyRemoved,
      summary: "Remove a passkey, after the same proof as adding one",
    },
    ({ actor, params, body, client }) => {
      const { password, code, recovery_code: recoveryCode } = body;
      return removePasskey(actor, params.id, { password, code, recoveryCode }, client);
    },
  ),
});
