import { endpoint, route } from "@/lib/http/route";
import { getDelivery } from "@/lib/notifications/outbound/queries";
import { deliveryDetail, notificationChannelParams } from "@/lib/notifications/outbound/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:read",
      params: notificationChannelParams,
      response: deliveryDetail,
    },
    ({ params }) => getDelivery(params.id),
  ),
});
