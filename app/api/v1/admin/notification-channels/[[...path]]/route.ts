import { operation, resource } from "@/lib/http/route";
import { getNotificationChannel, listNotificationChannels } from "@/lib/notifications/outbound/queries";
import {
  createNotificationChannel,
  deleteNotificationChannel,
  testNotificationChannel,
  updateNotificationChannel,
} from "@/lib/notifications/outbound/save-channel";
import {
  channelDeleted,
  channelTested,
  createNotificationChannelBody,
  notificationChannel,
  notificationChannelParams,
  notificationChannels,
  updateNotificationChannelBody,
} from "@/lib/notifications/outbound/schema";
import { publishBeforeChange } from "@/lib/operations/events/publish-events";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/notification-channels",
  {
    getNotificationChannel: operation("GET /[id]", {
      params: notificationChannelParams,
      permission: "settings:read",
      response: notificationChannel,
      handle: ({ params }) => getNotificationChannel(params.id),
    }),
    updateNotificationChannel: operation("PATCH /[id]", {
      params: notificationChannelParams,
      permission: "settings:write",
      proved: "mail.operator",
      body: updateNotificationChannelBody,
      response: notificationChannel,
      handle: async ({ actor, client, params, body }) => {
        await publishBeforeChange(params.id);
        return updateNotificationChannel(actor, params.id, body, client);
      },
    }),
    deleteNotificationChannel: operation("DELETE /[id]", {
      params: notificationChannelParams,
      permission: "settings:write",
      proved: "mail.operator",
      response: channelDeleted,
      handle: ({ actor, client, params }) => deleteNotificationChannel(actor, params.id, client),
    }),
    testNotificationChannel: operation("POST /[id]/test", {
      permission: "settings:write",
      params: notificationChannelParams,
      response: channelTested,
      limit: "notification_channel_test",
      summary: "Send a test message now",
      handle: ({ params }) => testNotificationChannel(params.id),
    }),
    listNotificationChannels: operation("GET /", {
      permission: "settings:read",
      response: notificationChannels,
      summary: "Where the operator is told what happens, and what can be told",
      handle: () => listNotificationChannels(),
    }),
    createNotificationChannel: operation("POST /", {
      permission: "settings:write",
      proved: "mail.operator",
      body: createNotificationChannelBody,
      response: notificationChannel,
      handle: async ({ actor, client, body }) => {
        if (body.provider === "events") await publishBeforeChange(null);
        return createNotificationChannel(actor, body, client);
      },
    }),
  },
);
