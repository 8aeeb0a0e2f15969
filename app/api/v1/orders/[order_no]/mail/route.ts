import { getOrderMail, resendOrderMail } from "@/lib/checkout/mails/order-mail";
import { orderMail, resendOrderMailBody } from "@/lib/checkout/schema";
import { endpoint, route } from "@/lib/http/route";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      name: "getOwnOrderMail",
      summary: "What became of the mail about an order",
      auth: "user",
      params: orderParams,
      response: orderMail,
    },
    ({ actor, params }) => getOrderMail(actor, params.order_no),
  ),
  POST: route(
    {
      name: "resendOwnOrderMail",
      summary: "Send the mail about an order again",
      auth: "user",
      params: orderParams,
      body: resendOrderMailBody,
      response: orderMail,
    },
    ({ actor, params, body }) => resendOrderMail(actor, params.order_no, body),
  ),
});
