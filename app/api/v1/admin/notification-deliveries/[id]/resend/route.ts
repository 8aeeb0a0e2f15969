import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { resendDelivery } from "@/lib/notifications/outbound/save-channel";
import { deliveryDetail, notificationChannelParams } from "@/lib/notifications/outbound/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:write",
      params: notificationChannelParams,
      response: deliveryDetail,
    },
    ({ actor, client, params }) => resendDelivery(params.id, auditBy(actor, client)),
  ),
});
