import { endpoint, route } from "@/lib/http/route";
import { levelPricesBody, memberLevelParams, savedRow } from "@/lib/pricing/schema";
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
});
