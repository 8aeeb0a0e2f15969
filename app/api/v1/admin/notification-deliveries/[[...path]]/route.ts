import { operation, resource } from "@/lib/http/route";
import { getDelivery, listDeliveries } from "@/lib/notifications/outbound/queries";
import { resendDelivery } from "@/lib/notifications/outbound/save-channel";
import {
  deliveryDetail,
  deliveryPage,
  deliveryQuery,
  notificationChannelParams,
} from "@/lib/notifications/outbound/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/notification-deliveries",
  {
    resendDelivery: operation("POST /[id]/resend", {
      permission: "settings:write",
      params: notificationChannelParams,
      response: deliveryDetail,
      handle: ({ actor, client, params }) => resendDelivery(actor, params.id, client),
    }),
    getDelivery: operation("GET /[id]", {
      permission: "settings:read",
      params: notificationChannelParams,
      response: deliveryDetail,
      handle: ({ params }) => getDelivery(params.id),
    }),
    listDeliveries: operation("GET /", {
      permission: "settings:read",
      query: deliveryQuery,
      response: deliveryPage,
      summary: "Messages to the operator",
      handle: ({ query }) => listDeliveries(query),
    }),
  },
);
