import { endpoint, route } from "@/lib/http/route";
import { channelParams } from "@/lib/payments/channels/schema";
import { replayNotification } from "@/lib/payments/replay-notification";
import { replay, replayBody } from "@/lib/payments/replay-schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      params: channelParams,
      body: replayBody,
      response: replay,
      limit: "payment_channel_test",
    },
    ({ params, body }) => replayNotification(params.id, body),
  ),
});
