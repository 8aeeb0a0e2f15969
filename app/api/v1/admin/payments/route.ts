import { endpoint, route } from "@/lib/http/route";
import { listPayments } from "@/lib/payments/admin-queries";
import { adminPaymentList, paymentListQuery } from "@/lib/payments/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:read",
      query: paymentListQuery,
      response: adminPaymentList,
    },
    ({ query }) => listPayments(query),
  ),
});
