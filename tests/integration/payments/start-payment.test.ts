import { describe, expect } from "vitest";
import { POST as preview } from "@/app/api/v1/guest/orders/preview/route";
import { memberChooser, visitorChooser } from "@/lib/checkout/choosers";
import { startPayment } from "@/lib/checkout/pay/start-payment";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { peerHeader } from "@/lib/http/caller/client-info";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { listOpenChannels, listPaymentChannels } from "@/lib/payments/queries";
import { forgetSettings } from "@/lib/settings/queries";
import { writeSettings } from "@/lib/settings/write-settings";
import { order } from "../../support/builders/guest-orders";
import { anOrder, pay } from "../../support/builders/orders";
import { aChannel, anOrderToPay, aPayment, ledgerOf } from "../../support/builders/payments";
import { aCategory, aClient, aProduct, aUser } from "../../support/builders/products";
import { aRecharge, balanceOf, giveBalance } from "../../support/builders/wallet";
import { call } from "../../support/harness/call";
import { it } from "../../support/harness/gateway-test";
import { overrideConfig } from "../../support/harness/test-config";

const start = (orderId: number, channelId: number) => startPayment({ orderId, channelId, client: aClient() });

describe("beginning a payment", () => {
  it("gives a signed link, and the same payment again while it is open", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
    const first = await start(orderId, channelId);
    expect(first).toMatchObject({
      channel_id: channelId,
      interaction: "redirect",
      amount: "9.90",
      qr_code: null,
      form: null,
    });
    expect(first.pay_url).toContain("submit.php?pid=1001");
    const again = await Promise.all([start(orderId, channelId), start(orderId, channelId)]);
    expect(again).toEqual([first, first]);
    expect(await db().payment.count()).toBe(1);
  });

  it("begins one payment for two clicks at the same moment", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
    const views = await Promise.all(Array.from({ length: 8 }, () => start(orderId, channelId)));
    expect(new Set(views.map((view) => view.payment_no)).size).toBe(1);
  });

  it("makes a form, or a QR code by the gateway's API, as the channel says", async ({ gateway }) => {
    const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
    const form = await start(orderId, await aChannel(gateway.settings({ mode: "form" })));
    expect(form).toMatchObject({
      interaction: "form",
      pay_url: null,
      form: { method: "POST", fields: { money: "9.90" } },
    });
    const qr = await start(orderId, await aChannel(gateway.settings({ mode: "api" })));
    expect(qr).toMatchObject({ interaction: "qr", qr_code: `weixin://pay/${qr.payment_no}` });
  });

  it.for<[string, string[]]>([
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36", ["pc"]],
    ["Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/140.0 Mobile Safari/537.36", ["mobile", "jump"]],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.5", ["wechat"]],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 MicroMessenger/7.0.20 WindowsWechat", ["pc"]],
    ["Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36 AlipayClient/10.5.90", ["alipay"]],
    ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 QQ/9.0.80", ["qq"]],
  ])("tells the gateway's API what the buyer holds: %s", async ([userAgent, devices], { gateway }) => {
    const channelId = await aChannel(gateway.settings({ mode: "api" }));
    const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
    const begun = await startPayment({ orderId, channelId, client: { ...aClient(), userAgent } });
    expect(gateway.devices).toEqual(devices);
    // A scheme that only an app opens is no payment page: the gateway's own page stands in for it.
    expect(begun.pay_url).toBe(
      devices[0] === "pc" ? null : `${gateway.url}pay/${devices.at(-1)}/${begun.payment_no}`,
    );
  });

  it("says that the method does not answer when the gateway's API fails, and begins a fresh payment later", async ({
    gateway,
  }) => {
    const channelId = await aChannel(gateway.settings({ mode: "api" }));
    const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
    gateway.queryMode = "error";
    await expect(start(orderId, channelId)).rejects.toMatchObject({ kind: "state_conflict" });
    gateway.queryMode = "answer";
    expect((await start(orderId, channelId)).qr_code).not.toBeNull();
    expect(await db().payment.findMany({ select: { state: true }, orderBy: { id: "asc" } })).toEqual([
      { state: "failed" },
      { state: "pending" },
    ]);
  });

  it("adds the channel's fee, compares the whole and books all of it as revenue", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings(), { feeBps: 250 });
    const { orderId, payment } = await anOrderToPay(channelId);
    expect(payment).toMatchObject({ amountCents: 1015n, feeCents: 25n });
    gateway.pay(payment.paymentNo, "10.15");
    expect(await queryPayment(payment.id)).toBe("paid");
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -1015n, shop_revenue: 1015n });
  });

  it("takes only what the balance leaves, and returns what came too much", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const user = await aUser();
    await giveBalance(user.id, 400n);
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku, userId: user.id, email: user.email, useBalance: true });
    const payment = await aPayment(orderId, channelId);
    expect(payment.amountCents).toBe(590n);
    gateway.pay(payment.paymentNo, "5.90");
    expect(await queryPayment(payment.id)).toBe("paid");
    const order = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(order).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "ready" });
    expect(await ledgerOf(order.orderNo)).toMatchObject({ shop_clearing: -590n, shop_revenue: 990n });
    expect(await balanceOf(user.id)).toBe(0n);
  });

  it("refuses what cannot be paid: unknown or inactive channel, wrong currency, amount out of bounds, closed order", async ({
    gateway,
  }) => {
    const { sku } = await aProduct({ keys: 3 });
    const { orderId } = await anOrder({ sku });
    const wrong = { kind: "malformed", field: "payment_channel_id" };
    await expect(start(orderId, 999)).rejects.toMatchObject(wrong);
    await expect(
      start(orderId, await aChannel(gateway.settings(), { isActive: false })),
    ).rejects.toMatchObject(wrong);
    await expect(start(orderId, await aChannel(gateway.settings({ currency: "CNY" })))).rejects.toMatchObject(
      wrong,
    );
    await expect(
      start(orderId, await aChannel(gateway.settings(), { minCents: 991n })),
    ).rejects.toMatchObject(wrong);
    await expect(
      start(orderId, await aChannel(gateway.settings(), { maxCents: 989n })),
    ).rejects.toMatchObject(wrong);
    const blank = await aChannel(gateway.settings({ key: "  " }));
    await expect(start(orderId, blank)).rejects.toMatchObject(wrong);
    const channelId = await aChannel(gateway.settings(), { minCents: 990n, maxCents: 990n });
    await start(orderId, channelId);
    await pay(orderId);
    await expect(start(orderId, channelId)).rejects.toMatchObject({ kind: "order_not_payable" });
    const late = await anOrder({ sku });
    testClock.advance(15 * 60 + 1);
    await expect(start(late.orderId, channelId)).rejects.toMatchObject({ kind: "order_not_payable" });
    expect(await db().payment.count()).toBe(1);
  });

  it("lists the test channel only while the test gateway is on, and never a setting of a channel", async ({
    gateway,
  }) => {
    await inTransaction((tx) => createTestChannel(tx, { name: "Test payment", currency: "USD" }));
    await aChannel(gateway.settings(), { feeBps: 150, minCents: 100n });
    const listed = await listOpenChannels();
    expect(listed.map((channel) => channel.provider)).toEqual(["test", "epay"]);
    expect(listed[1]).toMatchObject({ fee_rate: "1.5", min_amount: "1.00", max_amount: null });
    expect(JSON.stringify(listed)).not.toMatch(/fake-gateway|1001|gateway_url/);
    overrideConfig({ testGateway: "false" });
    expect((await listOpenChannels()).map((channel) => channel.provider)).toEqual(["epay"]);
  });
});

describe("a channel that is not shown to everybody", () => {
  const namesOf = (channels: readonly { id: number }[] | null) => channels?.map(({ id }) => id);
  const guest = (sku: { id: number; productId: number }, headers: Record<string, string> = {}) =>
    call<{ payment_channels: { id: number }[] | null }>(preview, "POST", {
      body: { product_id: sku.productId, sku_id: sku.id, quantity: 1, with_payment_channels: true },
      headers,
    });

  it("is offered and taken for its goods alone, before an order and after", async ({ gateway }) => {
    const parent = await aCategory();
    const category = await aCategory({ parentId: parent.id });
    const { sku: fit } = await aProduct({ keys: 2, product: { categoryId: category.id } });
    const { sku: other } = await aProduct({ keys: 2 });
    const open = await aChannel(gateway.settings());
    const ruled = await aChannel(gateway.settings(), { offerRules: { category_ids: [parent.id] } });
    expect(namesOf(await listOpenChannels())).toEqual([open]);
    expect(namesOf((await guest(fit)).data.payment_channels)).toEqual([open, ruled]);
    expect(namesOf((await guest(other)).data.payment_channels)).toEqual([open]);

    const refused = await order(other, { payment_channel_id: ruled });
    expect([refused.status, refused.json.msg]).toEqual([
      400,
      "payment_channel_id: does not take payments for what is ordered",
    ]);
    expect(await db().order.count()).toBe(0);
    expect((await order(fit, { payment_channel_id: ruled })).data).toMatchObject({ payment: {} });

    const placed = await anOrder({ sku: other });
    await expect(start(placed.orderId, ruled)).rejects.toMatchObject({ kind: "malformed" });
    expect(await start(placed.orderId, open)).toMatchObject({ channel_id: open });
    expect(await start((await anOrder({ sku: fit })).orderId, ruled)).toMatchObject({ channel_id: ruled });
    const top = await aRecharge((await aUser()).id, 5000n);
    const up = (channelId: number) => startPayment({ rechargeId: top.id, channelId, client: aClient() });
    await expect(up(ruled)).rejects.toMatchObject({ kind: "malformed" });
    expect(await up(open)).toMatchObject({ channel_id: open });
  });

  it("is told by the device, and by a country that a trusted proxy names", async ({ gateway }) => {
    overrideConfig({ "server.trustedProxies": "10.0.0.0/8" });
    await inTransaction((tx) => writeSettings(tx, { countryHeader: "cf-ipcountry" }));
    forgetSettings();
    const { sku } = await aProduct({ keys: 5 });
    const inGermany = await aChannel(gateway.settings(), { offerRules: { countries: ["DE"] } });
    const elsewhere = await aChannel(gateway.settings(), {
      offerRules: { countries_meaning: "except", countries: ["DE"] },
    });
    const onPhones = await aChannel(gateway.settings(), { offerRules: { devices: ["phone"] } });
    const seen = async (headers: Record<string, string>) =>
      namesOf((await guest(sku, headers)).data.payment_channels);
    const viaProxy = { [peerHeader]: "10.1.2.3", "x-forwarded-for": "192.0.2.9" };
    expect(await seen({ ...viaProxy, "cf-ipcountry": "DE" })).toEqual([inGermany]);
    expect(await seen({ ...viaProxy, "cf-ipcountry": "FR" })).toEqual([elsewhere]);
    expect(await seen({ ...viaProxy, "cf-ipcountry": "XX" })).toEqual([elsewhere]);
    expect(await seen({ "cf-ipcountry": "DE" })).toEqual([elsewhere]);
    expect(await seen({ "user-agent": "Mozilla/5.0 (Linux; Android 14) Mobile Safari" })).toEqual([
      elsewhere,
      onPhones,
    ]);
    const forged = await order(sku, { payment_channel_id: inGermany }, { "cf-ipcountry": "DE" });
    expect(forged.json.msg).toBe("payment_channel_id: does not take payments from this country");
  });

  it("is offered and taken at the levels it is for", async ({ gateway }) => {
    const { sku } = await aProduct({ keys: 3 });
    const level = await db().memberLevel.create({ data: { slug: "gold", name: "Gold" } });
    const user = await aUser({ memberLevelId: level.id });
    const ruled = await aChannel(gateway.settings(), { offerRules: { buyers: [String(level.id)] } });
    expect(namesOf((await guest(sku)).data.payment_channels)).toEqual([]);
    const member = memberChooser(user.id, aClient());
    expect(namesOf(await listPaymentChannels(member))).toEqual([ruled]);
    expect(namesOf(await listPaymentChannels(visitorChooser(sku.productId, user.id, aClient())))).toEqual([
      ruled,
    ]);
    expect(namesOf(await listPaymentChannels(visitorChooser(sku.productId, null, aClient())))).toEqual([]);
    const { json } = await order(sku, { payment_channel_id: ruled });
    expect(json.msg).toBe("payment_channel_id: does not take payments at this buyer's member level");
  });
});

describe("paying a recharge", () => {
  it("credits the wallet once, keeps the fee as revenue, and credits a second payment as overpaid", async ({
    gateway,
  }) => {
    const user = await aUser();
    const recharge = await aRecharge(user.id, 5000n);
    const channels = [
      await aChannel(gateway.settings(), { feeBps: 100 }),
      await aChannel(gateway.settings()),
    ] as const;
    for (const channelId of channels) {
      const view = await startPayment({
        rechargeId: recharge.id,
        channelId,
        client: aClient(),
      });
      gateway.pay(view.payment_no, view.amount);
    }
    const payments = await db().payment.findMany({ orderBy: { id: "asc" } });
    expect(payments.map((payment) => payment.amountCents)).toEqual([5050n, 5000n]);
    for (const { id } of payments) expect(await queryPayment(id)).toBe("paid");
    expect(await balanceOf(user.id)).toBe(10_000n);
    expect(await ledgerOf(recharge.rechargeNo)).toEqual({
      shop_clearing: -10_050n,
      user_wallet: 10_000n,
      shop_revenue: 50n,
    });
    expect(await db().alert.count({ where: { kind: "payment.overpaid" } })).toBe(1);
  });
});
