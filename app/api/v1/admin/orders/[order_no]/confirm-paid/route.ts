import { confirmPaid } from "@/lib/checkout/confirm-paid";
import { endpoint, route } from "@/lib/http/route";
import { done } from "@/lib/orders/admin-schema";
import { orderParams } from "@/lib/orders/schema";
import { confirmPaidBody } from "@/lib/payments/confirmations/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["orders:write", "money:write"],
      proved: "money.confirm",
      params: orderParams,
      body: confirmPaidBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await confirmPaid({ actor, client }, { orderNo: params.order_no }, body);
      return { done: true as const };
    },
  ),
});
