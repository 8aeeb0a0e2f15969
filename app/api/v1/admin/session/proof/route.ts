import { proveSession } from "@/lib/accounts/staff/prove-session";
import { sessionProved, staffProof } from "@/lib/accounts/staff/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      body: staffProof,
      response: sessionProved,
      summary: "Prove again who works in this session: acts that ask for it are open to it for ten minutes",
    },
    ({ actor, body, client }) => proveSession(actor, body, client),
  ),
});
