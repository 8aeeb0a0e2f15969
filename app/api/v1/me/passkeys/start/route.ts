import { startAddingPasskey } from "@/lib/accounts/passkeys/add-passkey";
import { passkeyCreation, passkeyProofBody } from "@/lib/accounts/passkeys/schema";
import { readPasskeyPlace } from "@/lib/http/caller/passkey-place";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "startAddingPasskey",
      auth: "user",
      body: passkeyProofBody,
      response: passkeyCreation,
      summary: "What the browser is asked for a new passkey; nothing is added until POST /me/passkeys",
    },
    ({ actor, body, request }) => {
      const { password, code, recovery_code: recoveryCode } = body;
      return startAddingPasskey(actor, { password, code, recoveryCode }, readPasskeyPlace(request));
    },
  ),
});
