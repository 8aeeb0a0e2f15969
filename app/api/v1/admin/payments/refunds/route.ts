import { endpoint, route } from "@/lib/http/route";
import { listQueuedRefunds } from "@/lib/payments/refund-queue";
import { refundQueue, refundQueueQuery } from "@/lib/payments/refund-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:read",
      query: refundQueueQuery,
      response: refundQueue,
    },
    ({ query }) => listQueuedRefunds(query),
  ),
});
