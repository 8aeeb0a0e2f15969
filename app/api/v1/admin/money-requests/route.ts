import { endpoint, route } from "@/lib/http/route";
import { listMoneyRequests } from "@/lib/operations/money-requests/admin-queries";
import { askForMoney } from "@/lib/operations/money-requests/ask-for-money";
import {
  moneyRequestBody,
  moneyRequestDone,
  moneyRequestPage,
  moneyRequestQuery,
} from "@/lib/operations/money-requests/money-request-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:read",
      query: moneyRequestQuery,
      response: moneyRequestPage,
      summary: "Money that waits for a second person, and what became of it",
    },
    ({ query }) => listMoneyRequests(query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "money:write",
      body: moneyRequestBody,
      response: moneyRequestDone,
      summary: "Ask a second person for an act above the own limit",
    },
    ({ actor, client, body }) => askForMoney(actor, client, body),
  ),
});
