import { addPasskey } from "@/lib/accounts/passkeys/add-passkey";
import { listPasskeys } from "@/lib/accounts/passkeys/own-passkeys";
import { addPasskeyBody, passkey, passkeyList } from "@/lib/accounts/passkeys/schema";
import { readPasskeyPlace } from "@/lib/http/caller/passkey-place";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "listPasskeys", auth: "user", response: passkeyList, summary: "Passkeys of the account" },
    ({ actor }) => listPasskeys(actor),
  ),
  POST: route(
    {
      name: "addPasskey",
      auth: "user",
      body: addPasskeyBody,
      response: passkey,
      summary: "Add the passkey that the browser made",
    },
    ({ actor, body, request, client }) => addPasskey(actor, body, readPasskeyPlace(request), client),
  ),
});
