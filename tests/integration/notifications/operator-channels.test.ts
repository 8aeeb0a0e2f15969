import { describe, expect, it } from "vitest";
import { operations as adminNotificationChannels } from "@/app/api/v1/admin/notification-channels/[[...path]]/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { writeSettings } from "@/lib/settings/write-settings";
import { aManualSale, channelsOfTest, sendAll } from "../../support/builders/operator-channels";
import { messengerSecrets } from "../../support/fakes/fake-messengers";
import { expectStaffOnly, lastAudit } from "../../support/harness/admin-suite";
import { overrideConfig } from "../../support/harness/test-config";

const { staff, service, settingsOf, aChannel } = channelsOfTest();

describe("telling the operator", () => {
  it("is set up by staff who may change settings", async () => {
    await expectStaffOnly(adminNotificationChannels.listNotificationChannels, "GET", {}, "support");
    const body = { name: "x", provider: "webhook", settings: settingsOf().webhook };
    await expectStaffOnly(adminNotificationChannels.createNotificationChannel, "POST", { body }, "viewer");
  });

  it.each(["telegram", "webhook", "wecom", "bark", "serverchan", "discord"])(
    "sends by %s what is needed to act on a manual order",
    async (provider) => {
      await aChannel(provider, { events: { order_by_hand: "on" } });
      const order = await aManualSale();
      await sendAll();
      expect(service().sent).toMatchObject([{ service: provider }]);
      const text = JSON.stringify(service().sent[0]?.body);
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

  it("says of an order by hand what is to do, once, and its answers under their questions", async () => {
    await aChannel("telegram", { events: { order_by_hand: "on", sale: "on" } });
    await aChannel("discord", { events: { sale: "on" } });
    await aManualSale("ada@example.com", [
      { key: "account", label: "Your account", type: "text", required: true },
    ]);
    await sendAll();
    const texts = service().sent.map((message) => [message.service, JSON.stringify(message.body)]);
    expect(texts.map(([name]) => name).sort()).toEqual(["discord", "telegram"]);
    for (const [, text] of texts) expect(text).toContain("Your account");
    expect(texts.find(([name]) => name === "telegram")?.[1]).toContain("Deliver by hand");
  });

  it("knows nothing of a channel before its first message, which a test is, nor of other settings", async () => {
    const { id, ...made } = await aChannel("telegram");
    expect(made).toMatchObject({ last_sent_at: null, failing_since: null });
    const params = { id: String(id) };
    const read = async () =>
      (await staff.call(adminNotificationChannels.getNotificationChannel, "GET", { params })).data;
    service().state.down = true;
    await staff.call(adminNotificationChannels.testNotificationChannel, "POST", { params });
    expect(await read()).toMatchObject({ last_sent_at: null, failing_since: expect.any(String) });
    service().state.down = false;
    await staff.call(adminNotificationChannels.testNotificationChannel, "POST", { params });
    expect(await read()).toMatchObject({ last_sent_at: expect.any(String), failing_since: null });
    await staff.call(adminNotificationChannels.updateNotificationChannel, "PATCH", {
      params,
      body: { settings: settingsOf().telegram },
    });
    expect(await read()).toMatchObject({ last_sent_at: null, failing_since: null });
  });

  it("groups messages of Bark by the shop's own name", async () => {
    await inTransaction((tx) => writeSettings(tx, { siteName: "Corner Shop" }));
    await aChannel("bark", { events: { order_by_hand: "on" } });
    await aManualSale();
    await sendAll();
    expect(service().sent).toMatchObject([{ body: { group: "Corner Shop" } }]);
  });

  it("sends by mail, in the channel's language", async () => {
    await aChannel("mail", { locale: "zh", events: { order_by_hand: "on" } });
    await aManualSale();
    await sendAll();
    expect(await db().mail.findMany()).toMatchObject([
      { kind: "operator", recipient: "owner@example.com", subject: expect.stringContaining("等待人工交付") },
    ]);
  });

  it("says in a test what a service refuses, and never shows a secret", async () => {
    const cases = {
      telegram: [{ chat_id: "-1" }, /chat not found/],
      wecom: [{ url: `${service().url}/cgi-bin/webhook/send?key=wrong` }, /invalid webhook url/],
      bark: [{ device_key: "wrongwrong" }, /failed to get device token/],
      serverchan: [{ send_key: "wrongwrong" }, /bad pushtoken/],
      discord: [{ url: `${service().url}/api/webhooks/1/wrong` }, /Unknown Webhook/],
      webhook: [{ secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` }, /answered 401/],
    } as const;
    for (const [provider, [wrong, problem]] of Object.entries(cases)) {
      const channel = await aChannel(provider, { settings: { ...settingsOf()[provider], ...wrong } });
      const params = { id: String(channel.id) };
      const refused = await staff.call(adminNotificationChannels.testNotificationChannel, "POST", { params });
      expect(refused.data, provider).toMatchObject({ sent: false, problem: expect.stringMatching(problem) });
      await staff.call(adminNotificationChannels.updateNotificationChannel, "PATCH", {
        params,
        body: { settings: settingsOf()[provider] },
      });
      expect(
        (await staff.call(adminNotificationChannels.testNotificationChannel, "POST", { params })).data,
        provider,
      ).toMatchObject({
        sent: true,
      });
      const shown = (await staff.call(adminNotificationChannels.getNotificationChannel, "GET", { params }))
        .text;
      for (const secret of Object.values(messengerSecrets))
        if (secret !== messengerSecrets.chatId) expect(shown).not.toContain(secret);
    }
  });

  it("keeps a secret that is left empty, and asks for it again when the address changes", async () => {
    const { id } = await aChannel("telegram");
    const params = { id: String(id) };
    const kept = await staff.call(adminNotificationChannels.updateNotificationChannel, "PATCH", {
      params,
      body: { settings: { bot_token: "", chat_id: "42" } },
    });
    expect(kept.data).toMatchObject({ settings: { chat_id: "42" }, secrets_set: ["bot_token"] });
    const moved = await staff.call(adminNotificationChannels.updateNotificationChannel, "PATCH", {
      params,
      body: { settings: { api_url: "http://127.0.0.1:1" } },
    });
    expect(moved.json).toMatchObject({
      status_code: 400,
      msg: expect.stringMatching(/^settings\.bot_token: is required again/),
    });
    expect(await lastAudit()).toMatchObject({ action: "notification_channel.update" });
  });

  it("refuses a private address unless the configuration allows it", async () => {
    const { id } = await aChannel("webhook");
    overrideConfig({ "interconnect.allowPrivateNetworks": "false" });
    const answer = await staff.call(adminNotificationChannels.testNotificationChannel, "POST", {
      params: { id: String(id) },
    });
    expect(answer.data).toMatchObject({
      sent: false,
      problem: expect.stringMatching(/must use port|public address/),
    });
    expect(service().sent).toEqual([]);
  });
});
