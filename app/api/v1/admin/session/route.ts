import { getStaffSession } from "@/lib/accounts/staff/admin-queries";
import { endStaffSession } from "@/lib/accounts/staff/end-staff-session";
import { staffSession } from "@/lib/accounts/staff/schema";
import { emptyObject } from "@/lib/core/wire";
import { endpoint, route } from "@/lib/http/route";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      withOneTimePassword: true,
      response: staffSession,
      summary: "Who is logged in to the admin, and what they may do",
    },
    ({ actor }) => getStaffSession(actor),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      withOneTimePassword: true,
      response: emptyObject,
      summary: "Log out of the admin",
    },
    async ({ actor }) => {
      await endStaffSession(actor.sessionId);
      return {};
    },
  ),
});
