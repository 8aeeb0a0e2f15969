import { endpoint, route } from "@/lib/http/route";
import { changeLevelPrices } from "@/lib/pricing/change-level-prices";
import { levelPricesBody, levelPricesPatch, memberLevelParams, savedRow } from "@/lib/pricing/schema";
import { setLevelPrices } from "@/lib/pricing/set-level-prices";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  PUT: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Replace the prices that a level has of its own",
      params: memberLevelParams,
      body: levelPricesBody,
      response: savedRow,
    },
    ({ actor, client, params, body }) => setLevelPrices(actor, client, params.level_id, body),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "marketing:write",
      summary: "Change prices that a level has of its own; SKUs that are not named keep theirs",
      params: memberLevelParams,
      body: levelPricesPatch,
      response: savedRow,
    },
    ({ actor, client, params, body }) => changeLevelPrices(actor, client, params.level_id, body),
  ),
});
