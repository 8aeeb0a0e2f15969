import { endpoint, route } from "@/lib/http/route";
import { listAccountOrders } from "@/lib/interconnect/main/statements/list-account-orders";
import { accountOrders, accountOrdersQuery } from "@/lib/interconnect/main/statements/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listAccountOrders",
      auth: "site",
      query: accountOrdersQuery,
      response: accountOrders,
      summary: "List the agent's paid orders of a period",
    },
    ({ actor, query }) => listAccountOrders(actor, query),
  ),
});
