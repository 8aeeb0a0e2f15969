import { endpoint, route } from "@/lib/http/route";
import { assignMemberLevel } from "@/lib/pricing/assign-member-level";
import { assignedLevel, assignLevelBody, userParams } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:write",
      summary: "Give a user a member level by hand",
      params: userParams,
      body: assignLevelBody,
      response: assignedLevel,
    },
    ({ actor, client, params, body }) => assignMemberLevel(actor, client, params.user_id, body),
  ),
});
