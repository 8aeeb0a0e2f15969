import { sessionParams, sessionsEnded } from "@/lib/accounts/schema";
import { revokeSession } from "@/lib/accounts/sessions/end-sessions";
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
