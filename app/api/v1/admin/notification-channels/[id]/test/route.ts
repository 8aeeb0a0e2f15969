import { endpoint, route } from "@/lib/http/route";
import { testNotificationChannel } from "@/lib/notifications/outbound/save-channel";
import { channelTested, notificationChannelParams } from "@/lib/notifications/outbound/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "settings:write",
      params: notificationChannelParams,
      response: channelTested,
      limit: "notification_channel_test",
      summary: "Send a test message now",
    },
    ({ params }) => testNotificationChannel(params.id),
  ),
});
