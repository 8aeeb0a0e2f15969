import { endpoint, route } from "@/lib/http/route";
import { getLedgerCheck } from "@/lib/wallet/check-ledger";
import { ledgerCheck } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "customers:read",
      summary: "Compare every balance with its ledger entries",
      response: ledgerCheck,
    },
    () => getLedgerCheck(),
  ),
});
