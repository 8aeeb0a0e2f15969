import { describe, expect } from "vitest";
import { operations as adminPaymentChannels } from "@/app/api/v1/admin/payment-channels/[[...path]]/route";
import { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import { db } from "@/lib/db/client";
import type { AdminChannelView, ChannelTest } from "@/lib/payments/channels/schema";
import type { Replay } from "@/lib/payments/events/replay-schema";
import { listOpenChannels } from "@/lib/payments/queries";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { aProduct } from "../../support/builders/products";
import { type FakeGateway, merchant } from "../../support/fakes/fake-gateway";
import { call } from "../../support/harness/call";
import { byPath, stateOf } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

const {
  createChannel,
  getAdminChannel,
  listAdminChannels,
  reorderChannels,
  replayNotification,
  testChannel,
  updateChannel,
} = adminPaymentChannels;
const { listPaymentEvents, listPayments, listQueuedRefunds } = adminPayments;

const body = (gateway: FakeGateway, over: object = {}) => ({
  name: "Alipay",
  provider: "epay",
  is_active: true,
  settings: gateway.settings(),
  ...over,
});

async function create(gateway: FakeGateway, over: object = {}) {
  const { headers } = await aLoggedInAdmin();
  const answer = await call<AdminChannelView>(createChannel, "POST", { headers, body: body(gateway, over) });
  return { headers, answer };
}

describe("/api/v1/admin/payment-channels", () => {
  it("creates a channel and never shows its secret again, anywhere", async ({ gateway }) => {
    const { headers, answer } = await create(gateway, { fee_bps: 100, min_amount: "1.00" });
    expect(answer.status).toBe(200);
    expect(answer.data).toMatchObject({
      name: "Alipay",
      is_usable: true,
      is_weak: true,
      confirms_by_query: true,
      secrets_set: ["key"],
      settings: { pid: merchant.pid, type: "alipay" },
      notify_url: `http://localhost:8080/api/v1/payments/callback/epay/${answer.data.id}`,
    });
    const list = await call(listAdminChannels, "GET", { headers });
    const one = await call(getAdminChannel, "GET", { headers, params: { id: String(answer.data.id) } });
    for (const { text } of [answer, list, one]) expect(text).not.toContain(merchant.key);
    const [row] = await db().paymentChannel.findMany({ omit: { configSealed: false } });
    expect(Buffer.from(row?.configSealed ?? []).toString("latin1")).not.toContain(merchant.key);
    expect(
      JSON.stringify(await db().auditLog.findMany({ omit: { hash: true, prevHash: true } })),
    ).not.toContain(merchant.key);
  });

  it("a secret that is empty, blank or missing can be neither saved nor put in place of the stored one [C34]", async ({
    gateway,
  }) => {
    for (const key of ["", "   ", "\t"]) {
      const { answer } = await create(gateway, { settings: gateway.settings({ key }) });
      expect([answer.status, answer.json.msg]).toEqual([400, "settings.key: must not be empty"]);
    }
    const { key: _, ...withoutKey } = gateway.settings();
    expect((await create(gateway, { settings: withoutKey })).answer.json.msg).toBe(
      "settings.key: is required",
    );
    expect(await db().paymentChannel.count()).toBe(0);
    const { headers, answer } = await create(gateway);
    const params = { id: String(answer.data.id) };
    const blank = await call(updateChannel, "PATCH", { headers, params, body: { settings: { key: " " } } });
    expect(blank.status).toBe(400);
    const kept = await call<AdminChannelView>(updateChannel, "PATCH", {
      headers,
      params,
      body: { settings: { pid: "1002" } },
    });
    expect(kept.data).toMatchObject({
      settings: { pid: "1002" },
      secrets_set: ["key"],
      name: "Alipay",
      is_active: true,
    });
  });

  it("names what is wrong", async ({ gateway }) => {
    const cases: [object, string][] = [
      [{ provider: "nothing" }, "provider: is not a known provider"],
      [{ name: " " }, "name: must not be empty"],
      [
        { settings: gateway.settings({ gateway_url: "ftp://x" }) },
        "settings.gateway_url: must be an http or https address",
      ],
      [
        { settings: { ...gateway.settings(), shoe_size: "44" } },
        "settings.shoe_size: is not a setting of EPay (MD5)",
      ],
      [{ min_amount: "5.00", max_amount: "4.99" }, "max_amount: must not be below min_amount"],
      [{ fee_bps: -1 }, "fee_bps: must be at least 0"],
    ];
    for (const [over, message] of cases) {
      const { answer } = await create(gateway, over);
      expect([answer.status, answer.json.msg]).toEqual([400, message]);
    }
  });

  it("is for staff with the right only", async ({ gateway }) => {
    expect((await call(createChannel, "POST", { body: body(gateway) })).status).toBe(401);
    const { headers } = await aLoggedInAdmin({ role: "support" });
    expect((await call(listAdminChannels, "GET", { headers })).status).toBe(200);
    expect((await call(createChannel, "POST", { headers, body: body(gateway) })).status).toBe(403);
  });

  it("changes whom a channel is shown to member by member, and refuses what does not exist", async ({
    gateway,
  }) => {
    const { headers, answer } = await create(gateway, { offer_rules: { devices: ["phone"] } });
    const params = { id: String(answer.data.id) };
    await db().paymentChannel.updateMany({ data: { testedAt: new Date(), testPassed: true } });
    const save = (offer_rules: object, seen?: object) =>
      call<AdminChannelView>(updateChannel, "PATCH", { headers, params, body: { offer_rules, seen } });
    const { sku } = await aProduct();
    const saved = await save({ countries: ["de "], product_ids: [sku.productId], buyers: ["guests"] });
    expect(saved.data).toMatchObject({
      test_passed: true,
      offer_rules: {
        goods_meaning: "only",
        product_ids: [sku.productId],
        category_ids: [],
        buyers: ["guests"],
        countries: ["DE"],
        devices: ["phone"],
      },
    });
    const wrong: [object, string][] = [
      [{ product_ids: [sku.productId, 999_999] }, "offer_rules.product_ids: contains an unknown product"],
      [{ category_ids: [999_999] }, "offer_rules.category_ids: is not a category"],
      [{ buyers: ["999999"] }, "offer_rules.buyers: is not a member level"],
      [{ countries: ["Germany"] }, "offer_rules.countries.0: must be a two-letter country code, like DE"],
    ];
    for (const [rules, message] of wrong) {
      const { status, json } = await save(rules);
      expect([status, json.msg]).toEqual([400, message]);
    }
    expect((await save({ countries: [] }, { "offer_rules.countries": ["FR"] })).status).toBe(409);
  });

  it("puts channels into an order", async ({ gateway }) => {
    const { headers, answer } = await create(gateway);
    const second = await create(gateway, { name: "Second" });
    const ids = [second.answer.data.id, answer.data.id];
    expect((await call(reorderChannels, "POST", { headers, body: { ids } })).data).toEqual({ changed: 2 });
    expect((await listOpenChannels()).map(({ id }) => id)).toEqual(ids);
    expect((await call(reorderChannels, "POST", { body: { ids } })).status).toBe(401);
  });

  it("tests a channel step by step", async ({ gateway }) => {
    const { headers, answer } = await create(gateway);
    const run = async (id: number) =>
      (await call<ChannelTest>(testChannel, "POST", { headers, params: { id: String(id) } })).data.steps;
    const stepsOf = async (id: number) =>
      Object.fromEntries((await run(id)).map(({ name, passed }) => [name, passed]));
    expect(await stepsOf(answer.data.id)).toEqual({
      settings: true,
      currency: true,
      gateway: true,
      notify_url: false,
    });
    const wrongKey = await aChannel(gateway.settings({ key: "wrong" }));
    expect(await stepsOf(wrongKey)).toMatchObject({ gateway: false });
    expect(JSON.stringify(await run(wrongKey))).toContain("does not accept this merchant and key");
    const wrongCurrency = await aChannel(gateway.settings({ currency: "CNY" }));
    expect(await stepsOf(wrongCurrency)).toMatchObject({ currency: false });
    const nobody = await aChannel(gateway.settings({ gateway_url: "http://127.0.0.1:9/" }));
    expect(await stepsOf(nobody)).toMatchObject({ gateway: false });
    expect(await stepsOf(await aChannel({ pid: "1" }))).toEqual({ settings: false });
    expect((await call(testChannel, "POST", { headers, params: { id: "999" } })).status).toBe(404);
  });

  it("tries a pasted notification, books nothing and tells no signature", async ({ gateway }) => {
    const { headers } = await aLoggedInAdmin();
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    const { url } = gateway.message(byPath(channelId), payment.paymentNo);
    const params = { id: String(channelId) };
    const paste = (message: string, theirs?: string) =>
      call<Replay>(replayNotification, "POST", { headers, params, body: { message, theirs } });
    const { data } = await paste(url);
    expect(data).toMatchObject({
      is_proved: true,
      notification: { payment_no: payment.paymentNo, amount: "9.90", is_paid: true },
      suggestion: null,
    });
    const text = data.signed_text ?? "";
    const sign = new URL(url).searchParams.get("sign") ?? "";
    expect((await paste(url, text)).data).toMatchObject({ is_same: true, difference: null });
    const differs = await paste(url.replace("money=9.9", "money=9.8"), text);
    expect(differs.data).toMatchObject({ is_proved: false, reason: "signature", is_same: false });
    expect(differs.data.difference?.at).toBe(text.indexOf("money=9.9") + "money=9.".length);
    const forged = await paste(url.replace(sign, "0".repeat(32)));
    expect(forged.text).not.toContain(sign);
    for (const odd of ["{", "x", "Content-Type: application/json\n\n{}", "?"])
      expect((await paste(odd)).data.is_proved).toBe(false);
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect(await db().paymentEvent.count()).toBe(0);
    expect((await call(replayNotification, "POST", { params, body: { message: url } })).status).toBe(401);
  });
});

describe("/api/v1/admin/payments", () => {
  it("lists payments and what the gateways said, with filters", async ({ gateway }) => {
    const { headers } = await aLoggedInAdmin();
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    await anOrderToPay(channelId);
    await db().paymentEvent.create({
      data: {
        channelId,
        paymentId: payment.id,
        source: "notification",
        verdict: "refused",
        reason: "amount",
      },
    });
    const all = await call<{ total: number }>(listPayments, "GET", { headers });
    expect(all.data.total).toBe(2);
    const found = await call<{ payments: { payment_no: string }[] }>(listPayments, "GET", {
      headers,
      path: `/x?search=${payment.paymentNo}&state=pending`,
    });
    expect(found.data.payments.map((row) => row.payment_no)).toEqual([payment.paymentNo]);
    const log = await call<{ payment_events: object[] }>(listPaymentEvents, "GET", {
      headers,
      path: "/x?verdict=refused",
    });
    expect(log.data.payment_events).toMatchObject([{ payment_no: payment.paymentNo, reason: "amount" }]);
    const file = await call(adminPayments.exportPayments, "GET", {
      headers,
      path: `/x?channel_id=${channelId}`,
    });
    expect(file.text.split("\r\n")[0]).toContain('"payment_no","purpose","order_no"');
    expect(file.text).toContain(`"${payment.paymentNo}"`);
    const none = await call(adminPayments.exportPayments, "GET", { headers, path: "/x?channel_id=999999" });
    expect(none.text.split("\r\n")).toHaveLength(2);

    const event = { channelId, paymentId: payment.id, verdict: "accepted" };
    await db().paymentEvent.createMany({
      data: [
        { ...event, source: "notification" },
        { ...event, source: "query" },
        { ...event, source: "notification", createdAt: new Date(Date.now() - 25 * 3_600_000) },
      ],
    });
    const { data } = await call<{ health: object[] }>(listPaymentEvents, "GET", { headers });
    expect(data.health).toMatchObject([
      {
        channel_id: channelId,
        notifications: 2,
        refused: 1,
        found_by_query: 1,
        last_good_at: expect.any(String),
      },
    ]);
    expect((await call(listQueuedRefunds, "GET", { headers, path: "/x?status=pending" })).data).toMatchObject(
      {
        refunds: [],
        total: 0,
      },
    );
    for (const handler of [listPayments, listPaymentEvents, listQueuedRefunds])
      expect((await call(handler, "GET")).status).toBe(401);
  });
});
