import { jsonDownload } from "@/lib/http/download";
import { endpoint, route } from "@/lib/http/route";
import { collectEvidence } from "@/lib/orders/dispute-evidence";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["orders:read", "exports:read"],
      params: orderParams,
      response: "raw",
      produces: "application/json",
    },
    async ({ actor, client, params }) =>
      jsonDownload(`evidence-${params.order_no}.json`, await collectEvidence(actor, client, params.order_no)),
  ),
});
