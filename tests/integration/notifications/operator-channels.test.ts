import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import * as channelRoute from "@/app/api/v1/admin/notification-channels/[id]/route";
import { POST as testChannel } from "@/app/api/v1/admin/notification-channels/[id]/test/route";
import * as channels from "@/app/api/v1/admin/notification-channels/route";
import { POST as resend } from "@/app/api/v1/admin/notification-deliveries/[id]/resend/route";
import { GET as readDelivery } from "@/app/api/v1/admin/notification-deliveries/[id]/route";
import { GET as deliveries } from "@/app/api/v1/admin/notification-deliveries/route";
import { sendQueuedEvents, tellOfPaidOrder } from "@/lib/checkout/tell-operator";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { queueEvent } from "@/lib/notifications/outbound/queue-event";
import type { NotificationChannelOut } from "@/lib/notifications/outbound/schema";
import { sendDelivery, sweepDeliveries } from "@/lib/notifications/outbound/send-delivery";
import { raiseAlert } from "@/lib/notifications/raise-alert";
import { jobsOf } from "../../support/accounts";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/admin-suite";
import { aProduct } from "../../support/builders";
import { messengerSecrets, startMessengers } from "../../support/fake-messengers";
import { anOrder, pay } from "../../support/orders";
import { overrideConfig } from "../../support/test-config";

let messengers: Awaited<ReturnType<typeof startMessengers>>;
const staff = staffOfTest("owner");
beforeAll(async () => {
  messengers = await startMessengers();
});
beforeEach(() => {
  messengers.sent.length = 0;
  messengers.state.down = false;
  overrideConfig({ "interconnect.allowPrivateNetworks": "true" });
});
afterAll(() => messengers.stop());

const settingsOf = (): Record<string, Record<string, string>> => ({
  telegram: {
    bot_token: messengerSecrets.botToken,
    chat_id: messengerSecrets.chatId,
    api_url: messengers.url,
  },
  webhook: { url: `${messengers.url}/hooks/shop`, secret: messengerSecrets.webhookSecret },
  wecom: { url: `${messengers.url}/cgi-bin/webhook/send?key=${messengerSecrets.wecomKey}` },
  bark: { device_key: messengerSecrets.deviceKey, api_url: messengers.url },
  serverchan: { send_key: messengerSecrets.sendKey, api_url: messengers.url },
  discord: { url: `${messengers.url}${messengerSecrets.discordPath}` },
  mail: { to: "Owner@Example.com" },
});

async function aChannel(provider: string, body: Record<string, unknown> = {}) {
  const answer = await staff.call<NotificationChannelOut>(channels.POST, "POST", {
    body: {
      name: provider,
      provider,
      settings: settingsOf()[provider],
      events: { order_by_hand: "on", sale: "on", order_failed: "always", stock_out: "on" },
      ...body,
    },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.data;
}

interface Job {
  eventId: number;
  channelId: number;
  kind: string;
  deliveryId: number;
}
const jobs = async (kind: string) => (await jobsOf(kind)) as unknown as Job[];

async function fanOut(): Promise<void> {
  for (const { eventId } of await jobs("operator.event")) await queueEvent(eventId);
}
/** Everything that is queued now, whenever it is due. */
async function sendAll(): Promise<void> {
  await fanOut();
  for (const { channelId, kind } of await jobs("operator.message"))
    await sendQueuedEvents({ channelId, kind });
  for (const { deliveryId } of await jobs("operator.send")) await sendDelivery(deliveryId);
}

async function aManualSale(email = "ada@example.com") {
  const { sku } = await aProduct({ kind: "none", pieces: 50 });
  const { orderId } = await anOrder({ sku, email, overrides: { forms: [{ account: "ada_plays <3" }] } });
  await pay(orderId);
  await tellOfPaidOrder(orderId);
  return db().order.findUniqueOrThrow({ where: { id: orderId } });
}

describe("telling the operator", () => {
  it("is set up by staff who may change settings", async () => {
    await expectStaffOnly(channels.GET, "GET", {}, "support");
    const body = { name: "x", provider: "webhook", settings: settingsOf().webhook };
    await expectStaffOnly(channels.POST, "POST", { body }, "viewer");
  });

  it.each(["telegram", "webhook", "wecom", "bark", "serverchan", "discord"])(
    "sends by %s what is needed to act on a manual order",
    async (provider) => {
      await aChannel(provider, { events: { order_by_hand: "on" } });
      const order = await aManualSale();
      await sendAll();
      expect(messengers.sent).toMatchObject([{ service: provider }]);
      const text = JSON.stringify(messengers.sent[0]?.body);
      for (const fact of [
        "Deliver by hand",
        order.orderNo,
        "ada@example.com",
        "ada_plays",
        `/admin/orders/${order.orderNo}`,
      ])
        expect(text).toContain(fact);
      expect(await db().notificationDelivery.findMany()).toMatchObject([
        { status: "sent", attemptCount: 1, eventCount: 1 },
      ]);
    },
  );

  it("sends by mail, in the channel's language", async () => {
    await aChannel("mail", { locale: "zh", events: { order_by_hand: "on" } });
    await aManualSale();
    await sendAll();
    expect(await db().mail.findMany()).toMatchObject([
      { kind: "operator", recipient: "owner@example.com", subject: expect.stringContaining("等待人工发货") },
    ]);
  });

  it("says in a test what a service refuses, and never shows a secret", async () => {
    const cases = {
      telegram: [{ chat_id: "-1" }, /chat not found/],
      wecom: [{ url: `${messengers.url}/cgi-bin/webhook/send?key=wrong` }, /invalid webhook url/],
      bark: [{ device_key: "wrongwrong" }, /failed to get device token/],
      serverchan: [{ send_key: "wrongwrong" }, /bad pushtoken/],
      discord: [{ url: `${messengers.url}/api/webhooks/1/wrong` }, /Unknown Webhook/],
      webhook: [{ secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` }, /answered 401/],
    } as const;
    for (const [provider, [wrong, problem]] of Object.entries(cases)) {
      const channel = await aChannel(provider, { settings: { ...settingsOf()[provider], ...wrong } });
      const params = { id: String(channel.id) };
      const refused = await staff.call(testChannel, "POST", { params });
      expect(refused.data, provider).toMatchObject({ sent: false, problem: expect.stringMatching(problem) });
      await staff.call(channelRoute.PATCH, "PATCH", { params, body: { settings: settingsOf()[provider] } });
      expect((await staff.call(testChannel, "POST", { params })).data, provider).toMatchObject({
        sent: true,
      });
      const shown = (await staff.call(channelRoute.GET, "GET", { params })).text;
      for (const secret of Object.values(messengerSecrets))
        if (secret !== messengerSecrets.chatId) expect(shown).not.toContain(secret);
    }
  });

  it("keeps a secret that is left empty, and asks for it again when the address changes", async () => {
    const { id } = await aChannel("telegram");
    const params = { id: String(id) };
    const kept = await staff.call(channelRoute.PATCH, "PATCH", {
      params,
      body: { settings: { bot_token: "", chat_id: "42" } },
    });
    expect(kept.data).toMatchObject({ settings: { chat_id: "42" }, secrets_set: ["bot_token"] });
    const moved = await staff.call(channelRoute.PATCH, "PATCH", {
      params,
      body: { settings: { api_url: "http://127.0.0.1:1" } },
    });
    expect(moved.json).toMatchObject({
      status_code: 400,
      msg: expect.stringMatching(/^settings\.bot_token: must be given again/),
    });
    expect(await lastAudit()).toMatchObject({ action: "notification_channel.update" });
  });

  it("refuses a private address unless the configuration allows it", async () => {
    const { id } = await aChannel("webhook");
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    const answer = await staff.call(testChannel, "POST", { params: { id: String(id) } });
    expect(answer.data).toMatchObject({
      sent: false,
      problem: expect.stringMatching(/must use port|public address/),
    });
    expect(messengers.sent).toEqual([]);
  });

  it("makes one message of a hundred of a kind in a minute", async () => {
    await aChannel("telegram", { events: { stock_out: "on", sale: "on" } });
    const raise = (n: number) =>
      inTransaction((tx) =>
        raiseAlert(tx, {
          kind: "stock.out",
          data: { title: `Atlas ${n}`, sku: "1 year" },
          reference: `sku:${n}`,
        }),
      );
    await raise(0);
    await sendAll();
    expect(messengers.sent).toHaveLength(1);
    for (let n = 1; n <= 100; n++) await raise(n);
    await fanOut();
    const rows = await db().$queryRaw<{ late: boolean }[]>`
      SELECT j.run_at > now() + interval '30 seconds' AS late FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'operator.message' ORDER BY j.id DESC LIMIT 1`;
    expect(rows).toEqual([{ late: true }]);
    await sendAll();
    expect(messengers.sent).toHaveLength(2);
    expect(messengers.sent[1]?.body.text).toMatch(
      /<b>100 × sold out<\/b>[\s\S]*Atlas 1 .*[\s\S]*and more: 90/,
    );
  });

  it("tells an event once, whoever takes it from the queue", async () => {
    await aChannel("telegram", { events: { sale: "on" } });
    await aManualSale();
    await fanOut();
    await fanOut();
    const [turn] = await jobs("operator.message");
    if (!turn) throw new Error("no message was queued");
    await Promise.all(Array.from({ length: 5 }, () => sendQueuedEvents(turn)));
    const sends = await jobs("operator.send");
    expect(sends).toHaveLength(1);
    await Promise.all(
      sends.flatMap(({ deliveryId }) => [sendDelivery(deliveryId), sendDelivery(deliveryId)]),
    );
    expect(messengers.sent).toHaveLength(1);
  });

  it("waits for the end of quiet hours, but not with what is told always", async () => {
    testClock.set(new Date("2026-03-01T23:30:00Z"));
    await db().setting.create({ data: { key: "timeZone", value: "UTC" } });
    await db().staffSession.updateMany({
      data: { lastSeenAt: new Date("2026-03-01T23:30:00Z"), expiresAt: new Date("2026-03-03T00:00:00Z") },
    });
    await aChannel("telegram", {
      events: { stock_out: "on", order_failed: "always" },
      quiet_from: 22 * 60,
      quiet_to: 7 * 60,
    });
    const alert = { data: { title: "Atlas", sku: "x", orderNo: "K0", reason: "x" } };
    await inTransaction((tx) => raiseAlert(tx, { kind: "stock.out", ...alert }));
    await inTransaction((tx) => raiseAlert(tx, { kind: "order.failed", ...alert }));
    await fanOut();
    const rows = await db().$queryRaw<{ kind: string; at: Date }[]>`
      SELECT j.payload ->> 'kind' AS kind, j.run_at AS at FROM graphile_worker._private_jobs j
      JOIN graphile_worker._private_tasks t ON t.id = j.task_id WHERE t.identifier = 'operator.message' ORDER BY 1`;
    expect(rows).toEqual([
      { kind: "order_failed", at: new Date("2026-03-01T23:30:00Z") },
      { kind: "stock_out", at: new Date("2026-03-02T07:00:00Z") },
    ]);
  });

  it("tries again while a service is out of order, says so, and sends again when asked", async () => {
    const { id } = await aChannel("telegram", { events: { sale: "on" } });
    await aManualSale();
    messengers.state.down = true;
    await sendAll();
    const delivery = await db().notificationDelivery.findFirstOrThrow();
    expect(delivery).toMatchObject({
      status: "pending",
      attemptCount: 1,
      lastError: "Telegram answered 503",
    });
    for (let attempt = 2; attempt <= 10; attempt++) {
      await db().notificationDelivery.updateMany({ data: { nextAttemptAt: new Date(0) } });
      await sendDelivery(delivery.id);
    }
    expect(await db().notificationDelivery.findFirstOrThrow()).toMatchObject({
      status: "failed",
      attemptCount: 10,
    });
    expect(await db().alert.findMany()).toMatchObject([
      { kind: "notification.failed", reference: `notification_channel:${id}` },
    ]);
    expect((await staff.call(channelRoute.GET, "GET", { params: { id: String(id) } })).data).toMatchObject({
      failing_since: expect.any(String),
      last_error: "Telegram answered 503",
    });
    messengers.state.down = false;
    const params = { id: String(delivery.id) };
    expect((await staff.call(resend, "POST", { params })).data).toMatchObject({ status: "pending" });
    await sendDelivery(delivery.id);
    expect((await staff.call(readDelivery, "GET", { params })).data).toMatchObject({
      status: "sent",
      attempts: 1,
    });
    expect((await staff.call<{ log: unknown[] }>(readDelivery, "GET", { params })).data.log).toHaveLength(11);
    expect((await staff.call(deliveries, "GET", { path: "/x?status=sent" })).data).toMatchObject({
      total: 1,
    });
    expect((await staff.call(channelRoute.GET, "GET", { params: { id: String(id) } })).data).toMatchObject({
      failing_since: null,
    });
  });

  it("sends again what a dead worker had taken", async () => {
    await aChannel("telegram", { events: { sale: "on" } });
    await aManualSale();
    await fanOut();
    for (const turn of await jobs("operator.message")) await sendQueuedEvents(turn);
    await db().notificationDelivery.updateMany({
      data: { attemptCount: 1, nextAttemptAt: new Date(Date.now() - 120_000) },
    });
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    await sweepDeliveries();
    for (const { deliveryId } of await jobs("operator.send")) await sendDelivery(deliveryId);
    expect(messengers.sent).toHaveLength(1);
  });

  it("keeps nothing where nobody wants to hear of it, and forgets a deleted channel", async () => {
    const { id } = await aChannel("telegram", { events: { stock_out: "on" } });
    await aManualSale();
    expect(await db().operatorEvent.count()).toBe(0);
    await inTransaction((tx) => raiseAlert(tx, { kind: "stock.out", data: { title: "A", sku: "b" } }));
    await fanOut();
    expect((await staff.call(channelRoute.DELETE, "DELETE", { params: { id: String(id) } })).data).toEqual({
      deleted: true,
    });
    await sendAll();
    expect(messengers.sent).toEqual([]);
  });
});
