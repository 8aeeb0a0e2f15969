import { endpoint, route } from "@/lib/http/route";
import { listTransactions } from "@/lib/wallet/queries";
import { transactionList, transactionListQuery } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "listTransactions",
      auth: "user",
      summary: "Wallet transactions",
      query: transactionListQuery,
      response: transactionList,
    },
    ({ actor, query }) => listTransactions(actor.userId, query),
  ),
});
