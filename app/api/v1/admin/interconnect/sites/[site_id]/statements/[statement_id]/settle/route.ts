import { endpoint, route } from "@/lib/http/route";
import {
  settleStatementBody,
  statementParams,
  statementView,
} from "@/lib/interconnect/main/statements/schema";
import { settleStatement } from "@/lib/interconnect/main/statements/settle-statement";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["interconnect:write", "money:write"],
      proved: "site.money",
      params: statementParams,
      body: settleStatementBody,
      response: statementView,
    },
    ({ actor, client, params: { site_id, statement_id }, body }) =>
      settleStatement(actor, client, { siteId: site_id, statementId: statement_id }, body),
  ),
});
