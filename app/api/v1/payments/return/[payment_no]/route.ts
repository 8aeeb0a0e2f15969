import { returnFromGateway } from "@/lib/checkout/receive/return-from-gateway";
import { getConfig } from "@/lib/config/config";
import { endpoint, route } from "@/lib/http/route";
import { paymentNoParams } from "@/lib/payments/schema";

/** P12: nothing in this address changes a payment. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "returnFromGateway",
      auth: "none",
      params: paymentNoParams,
      response: "raw",
      rawAnswers: { "303": "Leads to the page of the order" },
      limit: "payment_return",
      summary: "Where a gateway sends the buyer's browser back to",
    },
    async ({ params }) => {
      const path = await returnFromGateway(params.payment_no);
      return new Response(null, {
        status: 303,
        headers: { Location: getConfig().server.baseUrl + path, "Cache-Control": "no-store" },
      });
    },
  ),
});
