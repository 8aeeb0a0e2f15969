import { endpoint, route } from "@/lib/http/route";
import { getAdminChannel } from "@/lib/payments/admin-queries";
import { adminChannel, channelParams, updateChannelBody } from "@/lib/payments/channels/schema";
import { updateChannel } from "@/lib/payments/update-channel";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  GET: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:read",
      params: channelParams,
      response: adminChannel,
    },
    ({ params }) => getAdminChannel(params.id),
  ),
  PATCH: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      proved: "money.channel",
      params: channelParams,
      body: updateChannelBody,
      response: adminChannel,
    },
    ({ actor, client, params, body }) => updateChannel(actor, client, params.id, body),
  ),
});
