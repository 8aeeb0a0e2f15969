import { listLoginLogs } from "@/lib/accounts/queries";
import { loginLogPage, loginLogQuery } from "@/lib/accounts/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listLoginLogs",
      auth: "user",
      query: loginLogQuery,
      response: loginLogPage,
      summary: "Login history",
    },
    ({ actor, query }) => listLoginLogs(actor, query),
  ),
});
