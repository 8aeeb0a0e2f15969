import { operation, resource } from "@/lib/http/route";
import { listHeldOrders } from "@/lib/interconnect/main/admin/queries";
import { heldList, heldQuery, releaseBody, releaseReport } from "@/lib/interconnect/main/admin/schema";
import { releaseHeldOrders } from "@/lib/interconnect/main/release-held-orders";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/interconnect/held",
  {
    releaseHeldOrders: operation("POST /release", {
      permission: "interconnect:write",
      proved: "site.release",
      body: releaseBody,
      response: releaseReport,
      handle: async ({ actor, client, body }) => ({
        results: await releaseHeldOrders(actor, client, {
          orderNos: body.order_nos,
          fromDeposit: body.from_deposit,
        }),
      }),
    }),
    listHeldOrders: operation("GET /", {
      permission: "interconnect:read",
      query: heldQuery,
      response: heldList,
      handle: ({ query }) => listHeldOrders(query),
    }),
  },
);
