import { operation, resource } from "@/lib/http/route";
import { orderParams } from "@/lib/orders/schema";
import { caseDetail, caseMarked, casePage, caseQuery, markCaseBody } from "@/lib/reports/case-schema";
import { getCase, listCases } from "@/lib/reports/cases";
import { markCase } from "@/lib/reports/mark-case";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/cases", {
  markCase: operation("POST /[order_no]/mark", {
    permission: "orders:write",
    params: orderParams,
    body: markCaseBody,
    response: caseMarked,
    summary: "Give a case to somebody, give it back, or put it off",
    handle: ({ actor, params, body }) => markCase(actor, params.order_no, body),
  }),
  getCase: operation("GET /[order_no]", {
    permission: "orders:read",
    params: orderParams,
    response: caseDetail,
    summary: "What waits about one order: reports, answers, whose it is, and the key to replace",
    handle: async ({ actor, client, params }) => getCase(actor, params.order_no, await client.readLocale()),
  }),
  listCases: operation("GET /", {
    permission: "orders:read",
    query: caseQuery,
    response: casePage,
    summary: "Orders whose buyer waits for a person, and how soon buyers were answered",
    handle: async ({ actor, client, query }) => listCases(actor, query, await client.readLocale()),
  }),
});
