import { changedCount, idListBody } from "@/lib/core/wire";
import { operation, resource } from "@/lib/http/route";
import { getAdminChannel, listAdminChannels, listProviders } from "@/lib/payments/admin-queries";
import { createChannel } from "@/lib/payments/channels/create-channel";
import {
  adminChannel,
  adminChannelList,
  channelParams,
  channelTest,
  createChannelBody,
  updateChannelBody,
} from "@/lib/payments/channels/schema";
import { testChannel } from "@/lib/payments/channels/test-channel";
import { reorderChannels, updateChannel } from "@/lib/payments/channels/update-channel";
import { replayNotification } from "@/lib/payments/events/replay-notification";
import { replay, replayBody } from "@/lib/payments/events/replay-schema";
import { acceptRate, fetchRateNow } from "@/lib/payments/rates/rate-source";
import { acceptRateBody } from "@/lib/payments/rates/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource(
  "admin/payment-channels",
  {
    acceptChannelRate: operation("POST /[id]/rate/accept", {
      permission: "payments:write",
      summary: "Take a fetched exchange rate that is far from the one in use",
      params: channelParams,
      body: acceptRateBody,
      response: adminChannel,
      handle: async ({ actor, client, params, body }) => {
        await acceptRate(actor, client, params.id, body.rate);
        return getAdminChannel(params.id);
      },
    }),
    fetchChannelRate: operation("POST /[id]/rate/fetch", {
      permission: "payments:write",
      summary: "Ask the source of a channel's exchange rate now",
      params: channelParams,
      response: adminChannel,
      handle: async ({ actor, client, params }) => {
        await fetchRateNow(actor, client, params.id);
        return getAdminChannel(params.id);
      },
    }),
    replayNotification: operation("POST /[id]/replay", {
      permission: "payments:write",
      params: channelParams,
      body: replayBody,
      response: replay,
      limit: "payment_channel_test",
      handle: ({ params, body }) => replayNotification(params.id, body),
    }),
    getAdminChannel: operation("GET /[id]", {
      permission: "payments:read",
      params: channelParams,
      response: adminChannel,
      handle: ({ params }) => getAdminChannel(params.id),
    }),
    updateChannel: operation("PATCH /[id]", {
      permission: "payments:write",
      proved: "money.channel",
      params: channelParams,
      body: updateChannelBody,
      response: adminChannel,
      handle: ({ actor, client, params, body }) => updateChannel(actor, client, params.id, body),
    }),
    testChannel: operation("POST /[id]/test", {
      permission: "payments:write",
      params: channelParams,
      response: channelTest,
      limit: "payment_channel_test",
      handle: ({ actor, client, params }) => testChannel(actor, client, params.id),
    }),
    reorderChannels: operation("POST /order", {
      permission: "payments:write",
      summary: "Put payment channels into the order in which they are named",
      body: idListBody,
      response: changedCount,
      handle: ({ actor, client, body }) => reorderChannels(actor, client, body.ids),
    }),
    listAdminChannels: operation("GET /", {
      permission: "payments:read",
      response: adminChannelList,
      handle: async () => ({ channels: await listAdminChannels(), providers: await listProviders() }),
    }),
    createChannel: operation("POST /", {
      permission: "payments:write",
      proved: "money.channel",
      body: createChannelBody,
      response: adminChannel,
      handle: ({ actor, client, body }) => createChannel(actor, client, body),
    }),
  },
);
