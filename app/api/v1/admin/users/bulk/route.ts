import { changeUsers } from "@/lib/accounts/staff/change-users";
import { changeUsersBody, usersChanged } from "@/lib/accounts/staff/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      body: changeUsersBody,
      response: usersChanged,
      summary:
        "Disable, enable or set the level of several users: those named, or a piece of what a filter finds",
    },
    ({ actor, client, body }) => changeUsers(actor, client, body),
  ),
});
