import { endpoint, route } from "@/lib/http/route";
import { approveMoneyRequest } from "@/lib/operations/money-requests/decide-money-request";
import { moneyRequestDone, moneyRequestParams } from "@/lib/operations/money-requests/money-request-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:write",
      proved: "money.approve",
      params: moneyRequestParams,

      response: moneyRequestDone,
      summary: "Do what was asked for, as the second person",
    },
    ({ actor, client, params }) => approveMoneyRequest(actor, client, params.request_id),
  ),
});
