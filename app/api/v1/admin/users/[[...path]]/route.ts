import { getUserDetail, listUsers } from "@/lib/accounts/staff/admin-queries";
import { changeUsers } from "@/lib/accounts/staff/change-users";
import { exportUsers } from "@/lib/accounts/staff/export-users";
import {
  changeUsersBody,
  updateUserBody,
  userDetail,
  userPage,
  userParams,
  userQuery,
  usersChanged,
  userUpdated,
} from "@/lib/accounts/staff/schema";
import { updateUser } from "@/lib/accounts/staff/update-user";
import { csvOperation, operation, resource } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/users", {
  getUserDetail: operation("GET /[id]", {
    permission: "customers:read",
    params: userParams,
    response: userDetail,
    summary: "One user",
    handle: ({ params }) => getUserDetail(params.id),
  }),
  updateUser: operation("PATCH /[id]", {
    permission: "customers:write",
    proved: "customer.unlock",
    params: userParams,
    body: updateUserBody,
    response: userUpdated,
    summary:
      "Disable or enable, fix the member level, reset the password (with money:write) or second factor, end sessions, write the note",
    handle: ({ actor, params, body, client }) => updateUser(actor, params.id, body, client),
  }),
  changeUsers: operation("POST /bulk", {
    permission: "customers:write",
    body: changeUsersBody,
    response: usersChanged,
    summary:
      "Disable, enable or set the level of several users: those named, or a piece of what a filter finds",
    handle: ({ actor, client, body }) => changeUsers(actor, client, body),
  }),
  exportUsers: csvOperation("GET /export", {
    permission: ["customers:read", "exports:read"],
    query: userQuery,
    summary: "The filtered users as CSV, oldest first",
    file: "users.csv",
    read: exportUsers,
  }),
  listUsers: operation("GET /", {
    permission: "customers:read",
    query: userQuery,
    response: userPage,
    summary: "Users with search, status and level",
    handle: ({ query }) => listUsers(query),
  }),
});
