import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { queryPayment } from "@/lib/checkout/query-payment";
import { startFirstPayment, startPayment } from "@/lib/checkout/start-payment";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { getAdminChannel, listAdminChannels } from "@/lib/payments/admin-queries";
import { findChannel } from "@/lib/payments/channel-account";
import { listOpenChannels } from "@/lib/payments/queries";
import { enqueueRates, fetchRate } from "@/lib/payments/rates/fetch-rate";
import { acceptRate } from "@/lib/payments/rates/rate-source";
import { testChannel } from "@/lib/payments/test-channel";
import { updateChannel } from "@/lib/payments/update-channel";
import { jobsOf } from "../../support/builders/accounts";
import { anOrder, getOrder } from "../../support/builders/orders";
import { aChannel, ledgerOf } from "../../support/builders/payments";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { accepted, byPath, refused, stateOf } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

/** The shop counts in USD, the gateway in CNY. */
const aForeignChannel = (
  gateway: FakeGateway,
  data: { rate?: string; rateRounding?: string; feeBps?: number } = {},
) => aChannel(gateway.settings({ currency: "CNY" }), data);
const anOpenOrder = async (priceCents = 990n) =>
  (await anOrder({ sku: (await aProduct({ keys: 2, priceCents })).sku })).orderId;
const start = (orderId: number, channelId: number) => startPayment({ orderId, channelId, client: aClient() });
const paymentOf = (paymentNo: string) => db().payment.findUniqueOrThrow({ where: { paymentNo } });

describe("a channel that counts in another currency", () => {
  it("is hidden from buyers without a rate, says so to staff, and takes no payment", async ({ gateway }) => {
    const channelId = await aForeignChannel(gateway);
    expect(await listOpenChannels()).toEqual([]);
    expect(await listAdminChannels()).toMatchObject([
      { is_active: true, is_usable: true, is_offered: false, currency: "CNY", rate: null },
    ]);
    await expect(start(await anOpenOrder(), channelId)).rejects.toMatchObject({
      kind: "malformed",
      message: "takes CNY, not USD",
    });
    const { passed, steps } = await testChannel(await anAdmin(), aClient(), channelId);
    expect(passed).toBe(false);
    expect(steps.find(({ name }) => name === "currency")).toMatchObject({ passed: false });
  });

  it("is offered at its rate", async ({ gateway }) => {
    await aForeignChannel(gateway, { rate: "7.12" });
    expect(await listOpenChannels()).toMatchObject([{ currency: "CNY", exchange_rate: "7.12" }]);
    expect(await listAdminChannels()).toMatchObject([{ is_offered: true, rate: "7.12" }]);
  });

  it("asks the gateway for the sum at the rate, and books what the order costs", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const view = await start(orderId, channelId);
    expect(view).toMatchObject({ amount: "9.90", gateway_amount: "70.49", gateway_currency: "CNY" });
    expect(view.pay_url).toContain("money=70.49");
    expect(await paymentOf(view.payment_no)).toMatchObject({
      amountCents: 990n,
      currency: "USD",
      gatewayCents: 7049n,
      gatewayCurrency: "CNY",
    });
    gateway.pay(view.payment_no, "70.49");
    expect(await notify(byPath(channelId), view.payment_no)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
    const { orderNo } = await getOrder(orderId);
    expect(await ledgerOf(orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
  });

  it("compares the gateway's sum exactly: the shop's own amount and a cent less are refused", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const { payment_no } = await start(orderId, channelId);
    for (const money of ["9.90", "70.48", "70.50"]) {
      gateway.pay(payment_no, money);
      expect(await notify(byPath(channelId), payment_no)).toEqual(refused);
    }
    expect(await stateOf(orderId)).toBe("unpaid/pending");
  });

  it("keeps the rate that a payment began with, and begins another payment at a new one", async ({
    gateway,
  }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const first = await start(orderId, channelId);
    await updateChannel(await anAdmin(), aClient(), channelId, { rate: "8" });
    const second = await start(orderId, channelId);
    expect(second.payment_no).not.toBe(first.payment_no);
    expect(second.gateway_amount).toBe("79.20");
    gateway.pay(first.payment_no, "70.49");
    expect(await queryPayment((await paymentOf(first.payment_no)).id)).toBe("paid");
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("rounds up or to the nearest cent, once, after the fee", async ({ gateway }) => {
    const up = await aForeignChannel(gateway, { rate: "0.33333333", feeBps: 100 });
    const nearest = await aForeignChannel(gateway, {
      rate: "0.33333333",
      rateRounding: "nearest",
      feeBps: 100,
    });
    const orderId = await anOpenOrder(1000n);
    // 10.10 with its fee, at a third: 3.36666663.
    expect((await start(orderId, up)).gateway_amount).toBe("3.37");
    expect((await start(orderId, nearest)).gateway_amount).toBe("3.37");
    const low = await anOpenOrder(100n);
    // 1.01 at a third: 0.33666666.
    expect((await start(low, up)).gateway_amount).toBe("0.34");
    expect((await start(low, nearest)).gateway_amount).toBe("0.34");
    const least = await anOpenOrder(1n);
    expect((await start(least, up)).gateway_amount).toBe("0.01");
    await expect(start(least, nearest)).rejects.toMatchObject({ message: "cannot take this sum in CNY" });
  });

  it("begins the first payment of a new order the same way", async ({ gateway }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const order = await getOrder(orderId);
    const channel = await findChannel(db(), channelId);
    const subject = { amountCents: 990n, currency: "USD", expiresAt: order.expireAt, title: "x" };
    const view = await startFirstPayment(order, subject, channel as never, aClient());
    expect(view).toMatchObject({ amount: "9.90", gateway_amount: "70.49" });
    expect(await paymentOf(view.payment_no)).toMatchObject({ gatewayCents: 7049n, gatewayCurrency: "CNY" });
    expect((await start(orderId, channelId)).payment_no).toBe(view.payment_no);
  });

  it("books a second payment of one number in the shop's currency", async ({ gateway, notify }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const { payment_no } = await start(orderId, channelId);
    gateway.pay(payment_no, "70.49");
    await notify(byPath(channelId), payment_no);
    gateway.pay(payment_no, "70.49", "T-second");
    expect(await notify(byPath(channelId), payment_no)).toEqual(accepted);
    expect(await db().refund.findMany()).toMatchObject([{ amountCents: 990n, status: "pending" }]);
  });
});

describe("a rate that is fetched", () => {
  const source = { answer: "", status: 200, beforeAnswer: async (): Promise<unknown> => null };
  const server = createServer(async (_, response) => {
    await source.beforeAnswer();
    response.writeHead(source.status, { "content-type": "application/json" }).end(source.answer);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const says = (rate: number | string) => {
    source.answer = JSON.stringify({ rates: { CNY: rate } });
    source.status = 200;
  };
  const openAlerts = async () =>
    (await db().alert.findMany({ where: { resolvedAt: null } })).map(({ kind }) => kind);
  const read = async (id: number) => {
    const { rate, rate_source } = await getAdminChannel(id);
    return { rate, ...rate_source };
  };

  async function aFedChannel(gateway: FakeGateway, terms: object = {}, rate?: string) {
    const id = await aForeignChannel(gateway, rate ? { rate } : {});
    const { port } = server.address() as AddressInfo;
    await updateChannel(await anAdmin(), aClient(), id, {
      rate_source: { url: `http://127.0.0.1:${port}/latest`, path: "rates.CNY", ...terms },
    });
    return id;
  }

  it("is asked for when its turn has come, and opens the channel", async ({ gateway }) => {
    says(7.12);
    const id = await aFedChannel(gateway, { every_minutes: 30 });
    expect(await listOpenChannels()).toEqual([]);
    const jobs = async () => {
      await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
      await Promise.all([enqueueRates(), enqueueRates()]);
      return jobsOf("channel.fetch_rate");
    };
    expect(await jobs()).toEqual([{ channelId: id }]);
    await fetchRate(id);
    expect(await listOpenChannels()).toMatchObject([{ exchange_rate: "7.12" }]);
    expect(await jobs()).toEqual([]);
    testClock.advance(29 * 60);
    expect(await jobs()).toEqual([]);
    testClock.advance(60);
    expect(await jobs()).toEqual([{ channelId: id }]);
    await db().paymentChannel.update({ where: { id }, data: { isActive: false } });
    expect(await jobs()).toEqual([]);
  });

  it("stays what it was while the source fails, with its age and an alert when that is too high", async ({
    gateway,
  }) => {
    says(7.12);
    const id = await aFedChannel(gateway, { max_age_minutes: 60 });
    await fetchRate(id);
    const good = await read(id);
    const broken: [number, string, string][] = [
      [500, "{}", "http_status"],
      [200, "<html>", "not_json"],
      [200, '{"rates":{}}', "no_number"],
      [200, "x".repeat(600_000), "too_large"],
    ];
    for (const [status, answer, failure] of broken) {
      Object.assign(source, { status, answer });
      testClock.advance(10 * 60);
      await fetchRate(id);
      expect(await read(id)).toMatchObject({ rate: "7.12", good_at: good.good_at, failure });
      expect(await openAlerts()).toEqual([]);
    }
    testClock.advance(21 * 60);
    await fetchRate(id);
    expect(await openAlerts()).toEqual(["payment_channel.rate_old"]);
    says(7.13);
    await fetchRate(id);
    expect(await read(id)).toMatchObject({ rate: "7.13", failure: null });
    expect(await openAlerts()).toEqual([]);
  });

  it("asks the operator before it jumps, who takes exactly what they read", async ({ gateway }) => {
    const id = await aFedChannel(gateway, { max_jump_bps: 500 }, "7.00");
    says("7.40");
    await fetchRate(id);
    expect(await read(id)).toMatchObject({ rate: "7", proposed_rate: "7.4", good_at: null });
    expect(await openAlerts()).toEqual(["payment_channel.rate_jumped"]);
    says("7.50");
    await fetchRate(id);
    const accept = async (rate: string) => acceptRate(await anAdmin(), aClient(), id, rate);
    await expect(accept("7.4")).rejects.toMatchObject({ kind: "state_conflict" });
    await accept("7.5");
    expect(await read(id)).toMatchObject({ rate: "7.5", proposed_rate: null, good_at: expect.any(String) });
    expect(await openAlerts()).toEqual([]);
    await expect(accept("7.5")).rejects.toMatchObject({ kind: "state_conflict" });
    says("9.00");
    await fetchRate(id);
    says("7.60");
    await fetchRate(id);
    expect(await read(id)).toMatchObject({ rate: "7.6", proposed_rate: null });
    expect(await openAlerts()).toEqual([]);
  });

  it("is frozen in a payment: its message is compared with the rate that it began at", async ({
    gateway,
    notify,
  }) => {
    const id = await aFedChannel(gateway, {}, "7.12");
    const orderId = await anOpenOrder();
    const view = await start(orderId, id);
    says(7.2);
    await fetchRate(id);
    gateway.pay(view.payment_no, "71.28");
    expect(await notify(byPath(id), view.payment_no)).toEqual(refused);
    gateway.pay(view.payment_no, "70.49", "T-right");
    expect(await notify(byPath(id), view.payment_no)).toEqual(accepted);
    expect(await start(await anOpenOrder(), id)).toMatchObject({ gateway_amount: "71.28" });
  });

  it("is not taken from a source that was exchanged or left meanwhile", async ({ gateway }) => {
    const id = await aFedChannel(gateway, {}, "7.00");
    const change = async (rate_source: object) =>
      updateChannel(await anAdmin(), aClient(), id, { rate_source });
    source.answer = '{"rates":{"CNY":7.1},"other":7.2}';
    source.beforeAnswer = () => change({ path: "other" });
    await fetchRate(id);
    expect(await read(id)).toMatchObject({ rate: "7", path: "other", tried_at: null });
    source.beforeAnswer = async () => null;
    await fetchRate(id);
    expect(await read(id)).toMatchObject({ rate: "7.2", path: "other" });
    await change({ url: null });
    says(7.3);
    await fetchRate(id);
    expect(await read(id)).toMatchObject({ rate: "7.2", url: null, good_at: null });
  });
});

it("remembers the test of a channel until its settings are saved anew", async ({ gateway }) => {
  const channelId = await aChannel(gateway.settings());
  const read = async () => (await listAdminChannels())[0];
  expect(await read()).toMatchObject({ tested_at: null, test_passed: null });
  const before = await read();
  await testChannel(await anAdmin(), aClient(), channelId);
  expect(await read()).toMatchObject({ tested_at: expect.any(String), updated_at: before?.updated_at });
  await updateChannel(await anAdmin(), aClient(), channelId, { fee_bps: 10 });
  expect(await read()).toMatchObject({ tested_at: null, test_passed: null });
});
