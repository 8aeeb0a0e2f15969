import { endpoint, route } from "@/lib/http/route";
import { rejectMoneyRequest } from "@/lib/operations/money-requests/decide-money-request";
import {
  moneyRequestDone,
  moneyRequestParams,
  rejectMoneyBody,
} from "@/lib/operations/money-requests/money-request-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:write",
      params: moneyRequestParams,
      body: rejectMoneyBody,
      response: moneyRequestDone,
      summary: "Refuse it",
    },
    ({ actor, client, params, body }) => rejectMoneyRequest(actor, client, params.request_id, body.note),
  ),
});
