import { endpoint, route } from "@/lib/http/route";
import { releaseBody, releaseReport } from "@/lib/interconnect/main/admin/schema";
import { releaseHeldOrders } from "@/lib/interconnect/main/release-held-orders";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:write",
      proved: "site.release",
      body: releaseBody,
      response: releaseReport,
    },
    async ({ actor, client, body }) => ({
      results: await releaseHeldOrders(actor, client, {
        orderNos: body.order_nos,
        fromDeposit: body.from_deposit,
      }),
    }),
  ),
});
