import { endpoint, route } from "@/lib/http/route";
import { getAdminChannel } from "@/lib/payments/admin-queries";
import { adminChannel, channelParams } from "@/lib/payments/channels/schema";
import { fetchRateNow } from "@/lib/payments/rates/rate-source";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      summary: "Ask the source of a channel's exchange rate now",
      params: channelParams,
      response: adminChannel,
    },
    async ({ actor, client, params }) => {
      await fetchRateNow(actor, client, params.id);
      return getAdminChannel(params.id);
    },
  ),
});
