import { csvOperation, operation, resource } from "@/lib/http/route";
import { listMoneyRequests } from "@/lib/operations/money-requests/admin-queries";
import { askForMoney } from "@/lib/operations/money-requests/ask-for-money";
import {
  approveMoneyRequest,
  rejectMoneyRequest,
  withdrawMoneyRequest,
} from "@/lib/operations/money-requests/decide-money-request";
import { exportMoneyRequests } from "@/lib/operations/money-requests/export-requests";
import {
  moneyRequestBody,
  moneyRequestDone,
  moneyRequestPage,
  moneyRequestParams,
  moneyRequestQuery,
  rejectMoneyBody,
} from "@/lib/operations/money-requests/money-request-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/money-requests",
  {
    approveMoneyRequest: operation("POST /[request_id]/approve", {
      permission: "money:write",
      proved: "money.approve",
      params: moneyRequestParams,
      response: moneyRequestDone,
      summary: "Do what was asked for, as the second person",
      handle: ({ actor, client, params }) => approveMoneyRequest(actor, client, params.request_id),
    }),
    rejectMoneyRequest: operation("POST /[request_id]/reject", {
      permission: "money:write",
      params: moneyRequestParams,
      body: rejectMoneyBody,
      response: moneyRequestDone,
      summary: "Refuse it",
      handle: ({ actor, client, params, body }) =>
        rejectMoneyRequest(actor, client, params.request_id, body.note),
    }),
    withdrawMoneyRequest: operation("POST /[request_id]/withdraw", {
      permission: "money:write",
      params: moneyRequestParams,
      response: moneyRequestDone,
      summary: "Take back what oneself asked for",
      handle: ({ actor, client, params }) => withdrawMoneyRequest(actor, client, params.request_id),
    }),
    exportMoneyRequests: csvOperation("GET /export", {
      permission: "money:read",
      query: moneyRequestQuery,
      summary: "The filtered money requests as CSV, oldest first",
      file: "money-requests.csv",
      read: exportMoneyRequests,
    }),
    listMoneyRequests: operation("GET /", {
      permission: "money:read",
      query: moneyRequestQuery,
      response: moneyRequestPage,
      summary: "Money that waits for a second person, and what became of it",
      handle: ({ query }) => listMoneyRequests(query),
    }),
    askForMoney: operation("POST /", {
      permission: "money:write",
      body: moneyRequestBody,
      response: moneyRequestDone,
      summary: "Ask a second person for an act above the own limit",
      handle: ({ actor, client, body }) => askForMoney(actor, client, body),
    }),
  },
);
