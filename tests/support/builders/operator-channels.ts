import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { operations as adminNotificationChannels } from "@/app/api/v1/admin/notification-channels/[[...path]]/route";
import { sendQueuedEvents, tellOfPaidOrder } from "@/lib/checkout/tell-operator";
import { db } from "@/lib/db/client";
import { queueEvent } from "@/lib/notifications/outbound/queue-event";
import type { NotificationChannelOut } from "@/lib/notifications/outbound/schema";
import { sendDelivery } from "@/lib/notifications/outbound/send-delivery";
import { messengerSecrets, startMessengers } from "../fakes/fake-messengers";
import { staffOfTest } from "../harness/admin-suite";
import { overrideConfig } from "../harness/test-config";
import { jobsOf } from "./accounts";
import { anOrder, pay } from "./orders";
import { aProduct } from "./products";

/** Channels of every kind against services that speak the real protocols. */
export function channelsOfTest() {
  let messengers: Awaited<ReturnType<typeof startMessengers>> | undefined;
  const staff = staffOfTest("owner");
  beforeAll(async () => {
    messengers = await startMessengers();
  });
  beforeEach(() => {
    service().sent.length = 0;
    service().state.down = false;
    overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
  });
  afterAll(() => messengers?.stop());

  const service = () => {
    if (!messengers) throw new Error("The messengers have not started");
    return messengers;
  };

  const settingsOf = (): Record<string, Record<string, string>> => ({
    telegram: {
      bot_token: messengerSecrets.botToken,
      chat_id: messengerSecrets.chatId,
      api_url: service().url,
    },
    webhook: { url: `${service().url}/hooks/shop`, secret: messengerSecrets.webhookSecret },
    events: { url: `${service().url}/hooks/books`, secret: messengerSecrets.webhookSecret },
    wecom: { url: `${service().url}/cgi-bin/webhook/send?key=${messengerSecrets.wecomKey}` },
    bark: { device_key: messengerSecrets.deviceKey, api_url: service().url },
    serverchan: { send_key: messengerSecrets.sendKey, api_url: service().url },
    discord: { url: `${service().url}${messengerSecrets.discordPath}` },
    mail: { to: "Owner@Example.com" },
  });

  async function aChannel(provider: string, body: Record<string, unknown> = {}) {
    const answer = await staff.call<NotificationChannelOut>(
      adminNotificationChannels.createNotificationChannel,
      "POST",
      {
        body: {
          name: provider,
          provider,
          settings: settingsOf()[provider],
          events: { order_by_hand: "on", sale: "on", order_failed: "always", stock_out: "on" },
          ...body,
        },
      },
    );
    expect(answer.status, answer.text).toBe(200);
    return answer.data;
  }
  return { staff, service, settingsOf, aChannel };
}

interface Job {
  eventId: number;
  channelId: number;
  kind: string;
  deliveryId: number;
}
export const channelJobs = async (kind: string) => (await jobsOf(kind)) as unknown as Job[];

export async function fanOut(): Promise<void> {
  for (const { eventId } of await channelJobs("operator.event")) await queueEvent(eventId);
}
/** Everything that is queued now, whenever it is due. */
export async function sendAll(): Promise<void> {
  await fanOut();
  for (const { channelId, kind } of await channelJobs("operator.message"))
    await sendQueuedEvents({ channelId, kind });
  for (const { deliveryId } of await channelJobs("operator.send")) await sendDelivery(deliveryId);
}

export async function aManualSale(email = "ada@example.com", formFields: object[] = []) {
  const { sku } = await aProduct({ kind: "none", units: 50, product: { formFields } });
  const { orderId } = await anOrder({ sku, email, overrides: { forms: [{ account: "ada_plays <3" }] } });
  await pay(orderId);
  await tellOfPaidOrder(orderId);
  return db().order.findUniqueOrThrow({ where: { id: orderId } });
}
