import { renamePasskey } from "@/lib/accounts/passkeys/own-passkeys";
import { passkey, passkeyParams, renamePasskeyBody } from "@/lib/accounts/passkeys/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      name: "renamePasskey",
      auth: "user",
      params: passkeyParams,
      body: renamePasskeyBody,
      response: passkey,
      summary: "Rename a passkey",
    },
    ({ actor, params, body }) => renamePasskey(actor, params.id, body.name),
  ),
});
