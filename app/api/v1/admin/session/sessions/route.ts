import { sessionList, sessionsEnded } from "@/lib/accounts/schema";
import { endOtherStaffSessions, listStaffSessions } from "@/lib/accounts/staff/own-sessions";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      response: sessionList,
      summary: "Where one is logged in to the admin",
    },
    ({ actor }) => listStaffSessions(actor),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      response: sessionsEnded,
      summary: "Log oneself out of the admin everywhere else",
    },
    ({ actor, client }) => endOtherStaffSessions(actor, client),
  ),
});
