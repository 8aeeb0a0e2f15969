import { finishRefund } from "@/lib/checkout/finish-refund";
import { endpoint, route } from "@/lib/http/route";
import { finishedRefund, refundParams } from "@/lib/payments/refund-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["payments:write", "money:write"],
      params: refundParams,
      response: finishedRefund,
    },
    ({ actor, client, params }) => finishRefund(actor, client, params.refund_no),
  ),
});
