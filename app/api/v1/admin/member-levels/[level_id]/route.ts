import { endpoint, route } from "@/lib/http/route";
import { deleteMemberLevel } from "@/lib/pricing/delete-member-level";
import { saveMemberLevel } from "@/lib/pricing/save-member-level";
import { memberLevelBody, memberLevelParams, savedRow } from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Change a member level",
      params: memberLevelParams,
      body: memberLevelBody,
      response: savedRow,
    },
    ({ actor, client, params, body }) => saveMemberLevel(actor, client, params.level_id, body),
  ),
  DELETE: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Delete a member level that nobody has",
      params: memberLevelParams,
      response: savedRow,
    },
    ({ actor, client, params }) => deleteMemberLevel(actor, client, params.level_id),
  ),
});
