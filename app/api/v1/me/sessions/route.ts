import { listSessions } from "@/lib/accounts/queries";
import { sessionList, sessionsEnded } from "@/lib/accounts/schema";
import { revokeOtherSessions } from "@/lib/accounts/sessions/end-sessions";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { name: "listSessions", auth: "user", response: sessionList, summary: "Devices that are logged in" },
    ({ actor }) => listSessions(actor),
  ),
  DELETE: route(
    {
      name: "revokeOtherSessions",
      auth: "user",
      response: sessionsEnded,
      summary: "Log out everywhere else",
    },
    ({ actor }) => revokeOtherSessions(actor),
  ),
});
