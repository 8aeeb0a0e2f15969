import { listStaff } from "@/lib/accounts/staff/admin-queries";
import { createStaff } from "@/lib/accounts/staff/manage-staff";
import { createStaffBody, staffCreated, staffList } from "@/lib/accounts/staff/schema";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:read",
      response: staffList,
      summary: "Everybody on the staff",
    },
    () => listStaff(),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "staff:write",
      proved: "staff.hire",
      body: createStaffBody,
      response: staffCreated,
      summary: "A new member of staff; answers a one-time password",
    },
    ({ actor, body, client }) => createStaff(actor, body, client),
  ),
});
