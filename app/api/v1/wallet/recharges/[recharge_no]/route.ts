import { getRechargeWithPayment } from "@/lib/checkout/pay/create-recharge";
import { rechargeWithPayment } from "@/lib/checkout/schema";
import { endpoint, route } from "@/lib/http/route";
import { rechargeParams } from "@/lib/wallet/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getRecharge",
      auth: "user",
      summary: "Read a recharge order",
      params: rechargeParams,
      response: rechargeWithPayment,
    },
    ({ actor, params }) => getRechargeWithPayment(actor, params.recharge_no),
  ),
});
