import { listStaff } from "@/lib/accounts/staff/admin-queries";
import { createStaff, updateStaff } from "@/lib/accounts/staff/manage-staff";
import { createOwnRole, deleteOwnRole, listRoles, updateOwnRole } from "@/lib/accounts/staff/roles/own-roles";
import {
  changedRoleBody,
  ownRoleBody,
  ownRoleParams,
  ownRoleView,
  roleDeleted,
  roleList,
} from "@/lib/accounts/staff/roles/role-schema";
import {
  createStaffBody,
  staffCreated,
  staffList,
  staffParams,
  staffUpdated,
  updateStaffBody,
} from "@/lib/accounts/staff/schema";
import { listTokensOfStaff, revokeTokenOfStaff } from "@/lib/accounts/staff/tokens/staff-tokens";
import { staffTokenList, staffTokenParams } from "@/lib/accounts/staff/tokens/token-schema";
import { savedId } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/staff", {
  updateStaff: operation("PATCH /[id]", {
    permission: "staff:write",
    proved: "staff.change",
    params: staffParams,
    body: updateStaffBody,
    response: staffUpdated,
    summary: "Role, status, or a reset of password or second factor",
    handle: ({ actor, params, body, client }) => updateStaff(actor, params.id, body, client),
  }),
  updateOwnRole: operation("PUT /roles/[role_id]", {
    permission: "staff:write",
    params: ownRoleParams,
    proved: "staff.role",
    body: changedRoleBody,
    response: ownRoleView,
    handle: ({ actor, params, body, client }) => updateOwnRole(actor, params.role_id, body, client),
  }),
  deleteOwnRole: operation("DELETE /roles/[role_id]", {
    permission: "staff:write",
    params: ownRoleParams,
    response: roleDeleted,
    handle: ({ actor, params, client }) => deleteOwnRole(actor, params.role_id, client),
  }),
  listRoles: operation("GET /roles", {
    permission: "staff:read",
    response: roleList,
    summary: "The fixed roles and those that the shop made itself",
    handle: () => listRoles(),
  }),
  createOwnRole: operation("POST /roles", {
    permission: "staff:write",
    proved: "staff.role",
    body: ownRoleBody,
    response: ownRoleView,
    summary: "A new role",
    handle: ({ actor, body, client }) => createOwnRole(actor, body, client),
  }),
  revokeTokenOfStaff: operation("DELETE /tokens/[token_id]", {
    permission: "staff:write",
    params: staffTokenParams,
    response: savedId,
    summary: "Revoke anybody's token: its next call is refused",
    handle: ({ actor, params, client }) => revokeTokenOfStaff(actor, params.token_id, client),
  }),
  listTokensOfStaff: operation("GET /tokens", {
    permission: "staff:read",
    response: staffTokenList,
    summary: "The live tokens of everybody on the staff, with their last use",
    handle: () => listTokensOfStaff(),
  }),
  listStaff: operation("GET /", {
    permission: "staff:read",
    response: staffList,
    summary: "Everybody on the staff",
    handle: () => listStaff(),
  }),
  createStaff: operation("POST /", {
    permission: "staff:write",
    proved: "staff.hire",
    body: createStaffBody,
    response: staffCreated,
    summary: "A new member of staff; answers a one-time password",
    handle: ({ actor, body, client }) => createStaff(actor, body, client),
  }),
});
