import { endpoint, route } from "@/lib/http/route";
import { getAdminChannel } from "@/lib/payments/admin-queries";
import { adminChannel, channelParams } from "@/lib/payments/channels/schema";
import { acceptRate } from "@/lib/payments/rates/rate-source";
import { acceptRateBody } from "@/lib/payments/rates/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  POST: route(
    {
      surface: "storefront",
      auth: "admin",
      permission: "payments:write",
      summary: "Take a fetched exchange rate that is far from the one in use",
      params: channelParams,
      body: acceptRateBody,
      response: adminChannel,
    },
    async ({ actor, client, params, body }) => {
      await acceptRate(actor, client, params.id, body.rate);
      return getAdminChannel(params.id);
    },
  ),
});
