import { confirmPaid } from "@/lib/checkout/confirm-paid";
import { endpoint, route } from "@/lib/http/route";
import { done } from "@/lib/orders/admin-schema";
import { confirmPaymentBody } from "@/lib/payments/confirmations/schema";
import { paymentNoParams } from "@/lib/payments/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: ["payments:write", "money:write"],
      proved: "money.confirm",
      summary: "Book a payment that staff saw at its gateway",
      params: paymentNoParams,
      body: confirmPaymentBody,
      response: done,
    },
    async ({ actor, client, params, body }) => {
      await confirmPaid({ actor, client }, { paymentNo: params.payment_no }, body);
      return { done: true as const };
    },
  ),
});
