import { endpoint, route } from "@/lib/http/route";
import { adjustBalance } from "@/lib/wallet/adjust-balance";
import { adjustBalanceBody, adjustedBalance, userParams } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["customers:write", "money:write"],
      proved: "money.adjust",
      summary: "Give or take balance by hand",
      params: userParams,
      body: adjustBalanceBody,
      response: adjustedBalance,
    },
    ({ actor, client, params, body }) => adjustBalance(actor, client, params.user_id, body),
  ),
});
