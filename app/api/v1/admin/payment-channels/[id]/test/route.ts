import { endpoint, route } from "@/lib/http/route";
import { channelParams, channelTest } from "@/lib/payments/channels/schema";
import { testChannel } from "@/lib/payments/test-channel";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      params: channelParams,
      response: channelTest,
      limit: "payment_channel_test",
    },
    ({ actor, client, params }) => testChannel(actor, client, params.id),
  ),
});
