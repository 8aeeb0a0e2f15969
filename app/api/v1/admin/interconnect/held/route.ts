import { endpoint, route } from "@/lib/http/route";
import { listHeldOrders } from "@/lib/interconnect/main/admin/queries";
import { heldList, heldQuery } from "@/lib/interconnect/main/admin/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "interconnect:read",
      query: heldQuery,
      response: heldList,
    },
    ({ query }) => listHeldOrders(query),
  ),
});
