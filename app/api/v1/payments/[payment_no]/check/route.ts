import { checkPayment } from "@/lib/checkout/receive/query-payment";
import { notFound } from "@/lib/core/errors";
import { endpoint, route } from "@/lib/http/route";
import { checkedPayment, paymentNoParams } from "@/lib/payments/schema";

/** The number is 80 random bits that only the buyer and the gateway were told; it shows the state and nothing else. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      name: "checkPayment",
      auth: "none",
      params: paymentNoParams,
      response: checkedPayment,
      limit: "payment_check",
      summary: "Ask the gateway about a payment",
      description:
        "For a page to which the buyer came back before the gateway's own word did. `failure` says why a payment is `failed`.",
    },
    async ({ params }) => {
      const payment = await checkPayment(params.payment_no);
      if (!payment) throw notFound("payment");
      return payment;
    },
  ),
});
