import { endpoint, route } from "@/lib/http/route";
import { claimPairing } from "@/lib/interconnect/main/pairing";
import { claimPairingBody, pairingClaimed } from "@/lib/interconnect/main/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "claimPairing",
      auth: "site",
      body: claimPairingBody,
      response: pairingClaimed,
      summary: "Claim a pairing code and register the callback address",
      description:
        "Signed with key and secret of the code, once, within an hour. The answer holds the secret that stays.",
    },
    ({ actor, body }) => claimPairing(actor, body),
  ),
});
