import { endpoint, route } from "@/lib/http/route";
import { getAdminOrder } from "@/lib/orders/admin-queries";
import { adminOrderDetail } from "@/lib/orders/admin-schema";
import { orderParams } from "@/lib/orders/schema";
import { orderFor } from "@/lib/orders/without-suppliers";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "orders:read",
      params: orderParams,
      response: adminOrderDetail,
    },
    async ({ params, actor }) => orderFor(actor, await getAdminOrder(params.order_no)),
  ),
});
