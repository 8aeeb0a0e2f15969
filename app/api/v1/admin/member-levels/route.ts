import { endpoint, route } from "@/lib/http/route";
import { listAdminMemberLevels } from "@/lib/pricing/admin-queries";
import { saveMemberLevel } from "@/lib/pricing/save-member-level";
import { adminMemberLevelList, memberLevelBody, savedRow } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:read",
      summary: "List member levels with their users and prices",
      response: adminMemberLevelList,
    },
    async () => ({ member_levels: await listAdminMemberLevels() }),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Create a member level",
      body: memberLevelBody,
      response: savedRow,
    },
    ({ actor, client, body }) => saveMemberLevel(actor, client, null, body),
  ),
});
