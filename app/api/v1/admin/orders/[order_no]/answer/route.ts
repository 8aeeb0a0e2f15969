import { answerBuyer } from "@/lib/checkout/answer-buyer";
import { endpoint, route } from "@/lib/http/route";
import { answerBody, done } from "@/lib/orders/admin-schema";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      body: answerBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await answerBuyer({ actor, client, orderNo: params.order_no }, body.text);
      return { done: true as const };
    },
  ),
});
