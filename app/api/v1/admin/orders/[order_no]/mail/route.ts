import { actorName } from "@/lib/accounts/actor";
import { auditBy } from "@/lib/accounts/record-audit";
import { resendOrderMailByStaff } from "@/lib/checkout/order-mail";
import { orderMail, resendOrderMailBody } from "@/lib/checkout/schema";
import { endpoint, route } from "@/lib/http/route";
import { orderParams } from "@/lib/orders/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:write",
      params: orderParams,
      body: resendOrderMailBody,
      response: orderMail,
    },
    ({ actor, client, params, body }) =>
      resendOrderMailByStaff(params.order_no, {
        email: body.email,
        by: actorName(actor),
        audit: auditBy(actor, client),
      }),
  ),
});
