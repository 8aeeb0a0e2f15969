import { checkPayment } from "@/lib/checkout/query-payment";
import { notFound } from "@/lib/core/errors";
import { endpoint, route } from "@/lib/http/route";
import { checkedPayment, paymentNoParams } from "@/lib/payments/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      params: paymentNoParams,
      response: checkedPayment,
    },
    async ({ params }) => {
      const payment = await checkPayment(params.payment_no);
      if (!payment) throw notFound("payment");
      return payment;
    },
  ),
});
