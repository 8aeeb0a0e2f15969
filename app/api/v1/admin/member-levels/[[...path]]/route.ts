import { operation, resource } from "@/lib/http/route";
import { listAdminMemberLevels } from "@/lib/pricing/admin-queries";
import { assignMemberLevel } from "@/lib/pricing/levels/assign-member-level";
import { changeLevelPrices } from "@/lib/pricing/levels/change-level-prices";
import { deleteMemberLevel } from "@/lib/pricing/levels/delete-member-level";
import { saveMemberLevel } from "@/lib/pricing/levels/save-member-level";
import { setLevelPrices } from "@/lib/pricing/levels/set-level-prices";
import {
  adminMemberLevelList,
  assignedLevel,
  assignLevelBody,
  levelPricesBody,
  levelPricesPatch,
  memberLevelBody,
  memberLevelParams,
  savedRow,
  userParams,
} from "@/lib/pricing/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/member-levels",
  {
    setLevelPrices: operation("PUT /[level_id]/prices", {
      permission: "marketing:write",
      summary: "Replace the prices that a level has of its own",
      params: memberLevelParams,
      body: levelPricesBody,
      response: savedRow,
      handle: ({ actor, client, params, body }) => setLevelPrices(actor, client, params.level_id, body),
    }),
    changeLevelPrices: operation("PATCH /[level_id]/prices", {
      permission: "marketing:write",
      summary: "Change prices that a level has of its own; SKUs that are not named keep theirs",
      params: memberLevelParams,
      body: levelPricesPatch,
      response: savedRow,
      handle: ({ actor, client, params, body }) => changeLevelPrices(actor, client, params.level_id, body),
    }),
    updateMemberLevel: operation("PUT /[level_id]", {
      permission: "marketing:write",
      summary: "Change a member level",
      params: memberLevelParams,
      body: memberLevelBody,
      response: savedRow,
      handle: ({ actor, client, params, body }) => saveMemberLevel(actor, client, params.level_id, body),
    }),
    deleteMemberLevel: operation("DELETE /[level_id]", {
      permission: "marketing:write",
      summary: "Delete a member level that nobody has",
      params: memberLevelParams,
      response: savedRow,
      handle: ({ actor, client, params }) => deleteMemberLevel(actor, client, params.level_id),
    }),
    listAdminMemberLevels: operation("GET /", {
      permission: "marketing:read",
      summary: "List member levels with their users and prices",
      response: adminMemberLevelList,
      handle: async () => ({ member_levels: await listAdminMemberLevels() }),
    }),
    createMemberLevel: operation("POST /", {
      permission: "marketing:write",
      summary: "Create a member level",
      body: memberLevelBody,
      response: savedRow,
      handle: ({ actor, client, body }) => saveMemberLevel(actor, client, null, body),
    }),
    assignMemberLevel: operation("PUT /users/[user_id]", {
      permission: "customers:write",
      summary: "Give a user a member level by hand",
      params: userParams,
      body: assignLevelBody,
      response: assignedLevel,
      handle: ({ actor, client, params, body }) => assignMemberLevel(actor, client, params.user_id, body),
    }),
  },
);
