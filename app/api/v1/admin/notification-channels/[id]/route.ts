import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { getNotificationChannel } from "@/lib/notifications/outbound/queries";
import {
  deleteNotificationChannel,
  updateNotificationChannel,
} from "@/lib/notifications/outbound/save-channel";
import {
  channelDeleted,
  notificationChannel,
  notificationChannelParams,
  updateNotificationChannelBody,
} from "@/lib/notifications/outbound/schema";

const common = { surface: "storefront", auth: "admin", params: notificationChannelParams } as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route({ ...common, permission: "settings:read", response: notificationChannel }, ({ params }) =>
    getNotificationChannel(params.id),
  ),
  PATCH: route(
    {
      ...common,
      permission: "settings:write",
      proved: "mail.operator",
      body: updateNotificationChannelBody,
      response: notificationChannel,
    },
    ({ actor, client, params, body }) => updateNotificationChannel(params.id, body, auditBy(actor, client)),
  ),
  DELETE: route(
    { ...common, permission: "settings:write", proved: "mail.operator", response: channelDeleted },
    ({ actor, client, params }) => deleteNotificationChannel(params.id, auditBy(actor, client)),
  ),
});
