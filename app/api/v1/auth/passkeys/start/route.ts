import { startPasskeyLogin } from "@/lib/accounts/passkeys/login-passkey";
import { passkeyRequest } from "@/lib/accounts/passkeys/schema";
import { readPasskeyPlace } from "@/lib/http/caller/passkey-place";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "startPasskeyLogin",
      auth: "none",
      limit: "passkey_challenge",
      response: passkeyRequest,
      summary: "What the browser is asked when somebody logs in with a passkey",
    },
    ({ request }) => startPasskeyLogin(readPasskeyPlace(request)),
  ),
});
