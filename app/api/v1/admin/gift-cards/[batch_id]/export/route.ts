import { proveStaff } from "@/lib/accounts/staff/prove-staff";
import { staffProof } from "@/lib/accounts/staff/schema";
import { textDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { exportGiftCards } from "@/lib/wallet/export-gift-cards";
import { giftCardBatchParams } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["marketing:write", "exports:write"],
      summary: "Download the active codes of a batch as CSV",
      params: giftCardBatchParams,
      body: staffProof,
      response: "raw",
      produces: "text/csv",
    },
    async ({ actor, client, params, body }) => {
      await proveStaff(actor, body);
      return textDownload(
        `gift-cards-${params.batch_id}.csv`,
        await exportGiftCards(actor, client, params.batch_id),
        "text/csv",
      );
    },
  ),
});
