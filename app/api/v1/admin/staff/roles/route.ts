import { createOwnRole, listRoles } from "@/lib/accounts/staff/own-roles";
import { ownRoleBody, ownRoleView, roleList } from "@/lib/accounts/staff/role-schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:read",
      response: roleList,
      summary: "The fixed roles and those that the shop made itself",
    },
    () => listRoles(),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:write",
      proved: "staff.role",
      body: ownRoleBody,
      response: ownRoleView,
      summary: "A new role",
    },
    ({ actor, body, client }) => createOwnRole(actor, body, client),
  ),
});
