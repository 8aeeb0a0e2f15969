import { loginPasskey } from "@/lib/accounts/passkeys/login-passkey";
import { passkeyLoginBody } from "@/lib/accounts/passkeys/schema";
import { loggedIn } from "@/lib/accounts/schema";
import { readPasskeyPlace } from "@/lib/http/caller/passkey-place";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "logInWithPasskey",
      auth: "none",
      body: passkeyLoginBody,
      response: loggedIn,
      summary: "Log in with a passkey, in place of password and second factor",
    },
    ({ body, request, client }) => loginPasskey(body.credential, readPasskeyPlace(request), client),
  ),
});
