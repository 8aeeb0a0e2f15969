import { endpoint, route } from "@/lib/http/route";
import { listAdminChannels, listProviders } from "@/lib/payments/admin-queries";
import { adminChannel, adminChannelList, createChannelBody } from "@/lib/payments/channels/schema";
import { createChannel } from "@/lib/payments/create-channel";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    { surface: "storefront", auth: "admin", permission: "payments:read", response: adminChannelList },
    async () => ({ channels: await listAdminChannels(), providers: await listProviders() }),
  ),
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      proved: "money.channel",
      body: createChannelBody,
      response: adminChannel,
    },
    ({ actor, client, body }) => createChannel(actor, client, body),
  ),
});
