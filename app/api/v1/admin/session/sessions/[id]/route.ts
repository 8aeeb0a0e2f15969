import { sessionParams, sessionsEnded } from "@/lib/accounts/schema";
import { endOwnStaffSession } from "@/lib/accounts/staff/own-sessions";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      params: sessionParams,
      response: sessionsEnded,
      summary: "End one of the own sessions in the admin",
    },
    ({ actor, params, client }) => endOwnStaffSession(actor, params.id, client),
  ),
});
