import { endpoint, route } from "@/lib/http/route";
import { listTransactionsOf } from "@/lib/wallet/queries";
import { transactionList, transactionListQuery, userParams } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:read",
      summary: "A user's wallet statement",
      params: userParams,
      query: transactionListQuery,
      response: transactionList,
    },
    ({ params, query }) => listTransactionsOf(params.user_id, query),
  ),
});
