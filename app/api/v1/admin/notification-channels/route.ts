import { auditBy } from "@/lib/accounts/record-audit";
import { endpoint, route } from "@/lib/http/route";
import { listNotificationChannels } from "@/lib/notifications/outbound/queries";
import { createNotificationChannel } from "@/lib/notifications/outbound/save-channel";
import {
  createNotificationChannelBody,
  notificationChannel,
  notificationChannels,
} from "@/lib/notifications/outbound/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:read",
      response: notificationChannels,
      summary: "Where the operator is told what happens, and what can be told",
    },
    () => listNotificationChannels(),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:write",
      proved: "mail.operator",
      body: createNotificationChannelBody,
      response: notificationChannel,
    },
    ({ actor, client, body }) => createNotificationChannel(body, auditBy(actor, client)),
  ),
});
