import { resendRefund } from "@/lib/checkout/resend-refund";
import { endpoint, route } from "@/lib/http/route";
import { refundParams, sentRefund } from "@/lib/payments/refund-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["payments:write", "money:write"],
      params: refundParams,
      response: sentRefund,
    },
    ({ actor, client, params }) => resendRefund(actor, client, params.refund_no),
  ),
});
