import { updateStaff } from "@/lib/accounts/staff/manage-staff";
import { staffParams, staffUpdated, updateStaffBody } from "@/lib/accounts/staff/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:write",
      proved: "staff.change",
      params: staffParams,
      body: updateStaffBody,
      response: staffUpdated,
      summary: "Role, status, or a reset of password or second factor",
    },
    ({ actor, params, body, client }) => updateStaff(actor, params.id, body, client),
  ),
});
