import { endpoint, route } from "@/lib/http/route";
import { withdrawMoneyRequest } from "@/lib/operations/money-requests/decide-money-request";
import { moneyRequestDone, moneyRequestParams } from "@/lib/operations/money-requests/money-request-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:write",
      params: moneyRequestParams,

      response: moneyRequestDone,
      summary: "Take back what oneself asked for",
    },
    ({ actor, client, params }) => withdrawMoneyRequest(actor, client, params.request_id),
  ),
});
