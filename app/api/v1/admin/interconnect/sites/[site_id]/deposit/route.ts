import { endpoint, route } from "@/lib/http/route";
import {
  depositMoveBody,
  depositMoved,
  depositQuery,
  depositStatement,
  siteParams,
} from "@/lib/interconnect/main/admin/schema";
import { listDepositEntries } from "@/lib/interconnect/main/admin-queries";
import { moveDeposit } from "@/lib/interconnect/main/move-deposit";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      params: siteParams,
      query: depositQuery,
      response: depositStatement,
    },
    ({ params, query }) => listDepositEntries(params.site_id, query),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["interconnect:write", "money:write"],
      proved: "site.money",
      params: siteParams,
      body: depositMoveBody,
      response: depositMoved,
    },
    ({ actor, client, params, body }) => moveDeposit(actor, client, params.site_id, body),
  ),
});
