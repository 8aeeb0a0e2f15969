import { listUsers } from "@/lib/accounts/staff/admin-queries";
import { userPage, userQuery } from "@/lib/accounts/staff/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:read",
      query: userQuery,
      response: userPage,
      summary: "Users with search, status and level",
    },
    ({ query }) => listUsers(query),
  ),
});
