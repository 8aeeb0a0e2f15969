import { loginLogPage, loginLogQuery } from "@/lib/accounts/schema";
import { listStaffLogins } from "@/lib/accounts/staff/own-sessions";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      query: loginLogQuery,
      response: loginLogPage,
      summary: "The own log-ins to the admin, failed ones as well",
    },
    ({ actor, query }) => listStaffLogins(actor, query),
  ),
});
