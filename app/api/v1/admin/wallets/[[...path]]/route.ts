import { operation, resource } from "@/lib/http/route";
import { adjustBalance } from "@/lib/wallet/adjust-balance";
import { getLedgerCheck } from "@/lib/wallet/check-ledger";
import { listTransactionsOf } from "@/lib/wallet/queries";
import {
  adjustBalanceBody,
  adjustedBalance,
  ledgerCheck,
  transactionList,
  transactionListQuery,
  userParams,
} from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/wallets", {
  adjustBalance: operation("POST /[user_id]/adjust", {
    permission: ["customers:write", "money:write"],
    proved: "money.adjust",
    summary: "Give or take balance by hand",
    params: userParams,
    body: adjustBalanceBody,
    response: adjustedBalance,
    handle: ({ actor, client, params, body }) => adjustBalance(actor, client, params.user_id, body),
  }),
  listTransactionsOfUser: operation("GET /[user_id]/transactions", {
    permission: "customers:read",
    summary: "A user's wallet statement",
    params: userParams,
    query: transactionListQuery,
    response: transactionList,
    handle: ({ params, query }) => listTransactionsOf(params.user_id, query),
  }),
  checkLedger: operation("GET /check", {
    permission: "customers:read",
    summary: "Compare every balance with its ledger entries",
    response: ledgerCheck,
    handle: () => getLedgerCheck(),
  }),
});
