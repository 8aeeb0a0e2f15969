import { endpoint, route } from "@/lib/http/route";
import { refundBody, refundResult } from "@/lib/orders/admin-schema";
import { refundOrder } from "@/lib/orders/refund-order";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["orders:write", "money:write"],
      params: orderParams,
      body: refundBody,
      response: refundResult,
    },
    async ({ actor, client, params, body }) => ({
      refund_no: await refundOrder(actor, client, {
        orderNo: params.order_no,
        amountCents: body.amount,
        method: body.method,
        reason: body.reason ?? null,
        requestKey: body.request_key ?? null,
        ...(body.keys ? { keys: body.keys } : {}),
        item: body.item,
        isPaidBack: body.paid_back ?? false,
      }),
    }),
  ),
});
