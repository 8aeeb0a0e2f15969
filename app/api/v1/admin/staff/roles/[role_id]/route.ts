import { deleteOwnRole, updateOwnRole } from "@/lib/accounts/staff/own-roles";
import { changedRoleBody, ownRoleParams, ownRoleView, roleDeleted } from "@/lib/accounts/staff/role-schema";
import { endpoint, route } from "@/lib/http/route";

const common = {
  surface: "storefront",
  auth: "admin",
  permission: "staff:write",
  params: ownRoleParams,
} as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    { ...common, proved: "staff.role", body: changedRoleBody, response: ownRoleView },
    ({ actor, params, body, client }) => updateOwnRole(actor, params.role_id, body, client),
  ),
  DELETE: route({ ...common, response: roleDeleted }, ({ actor, params, client }) =>
    deleteOwnRole(actor, params.role_id, client),
  ),
});
