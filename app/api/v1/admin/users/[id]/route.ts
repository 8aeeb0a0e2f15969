import { getUserDetail } from "@/lib/accounts/staff/admin-queries";
import { updateUserBody, userDetail, userParams, userRow } from "@/lib/accounts/staff/schema";
import { updateUser } from "@/lib/accounts/staff/update-user";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:read",
      params: userParams,
      response: userDetail,
      summary: "One user",
    },
    ({ params }) => getUserDetail(params.id),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      proved: "customer.unlock",
      params: userParams,
      body: updateUserBody,
      response: userRow,
      summary: "Disable or enable, fix the member level, reset the second factor, end sessions",
    },
    ({ actor, params, body, client }) => updateUser(actor, params.id, body, client),
  ),
});
