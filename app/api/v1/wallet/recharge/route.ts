import { createRecharge } from "@/lib/checkout/pay/create-recharge";
import { rechargeWithPayment } from "@/lib/checkout/schema";
import { endpoint, route } from "@/lib/http/route";
import { createRechargeBody } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "createRecharge",
      auth: "user",
      summary: "Create recharge order",
      body: createRechargeBody,
      response: rechargeWithPayment,
      limit: "recharge",
    },
    ({ actor, client, body }) => createRecharge(actor, client, body),
  ),
});
