import { revokeSession } from "@/lib/accounts/end-sessions";
import { sessionParams, sessionsEnded } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  DELETE: route(
    {
      name: "revokeSession",
      auth: "user",
      params: sessionParams,
      response: sessionsEnded,
      summary: "Log out one device",
    },
    ({ actor, params }) => revokeSession(actor, params.id),
  ),
});
