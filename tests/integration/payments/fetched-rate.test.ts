import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { getAdminChannel, listAdminChannels } from "@/lib/payments/admin-queries";
import { testChannel } from "@/lib/payments/channels/test-channel";
import { updateChannel } from "@/lib/payments/channels/update-channel";
import { listOpenChannels } from "@/lib/payments/queries";
import { enqueueRates, fetchRate } from "@/lib/payments/rates/fetch-rate";
import { acceptRate } from "@/lib/payments/rates/rate-source";
import { jobsOf } from "../../support/builders/accounts";
import { aForeignChannel, anOpenOrder, start } from "../../support/builders/foreign-channel";
import { aChannel } from "../../support/builders/payments";
import { aClient, anAdmin } from "../../support/builders/products";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { accepted, byPath, refused } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

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

  it("asks the operator as well when small steps lead as far within a day", async ({ gateway }) => {
    const id = await aFedChannel(gateway, { max_jump_bps: 500 }, "7.00");
    const step = async (rate: number) => {
      says(rate);
      testClock.advance(3600);
      await fetchRate(id);
      return (await read(id)).rate;
    };
    expect(await step(7.2)).toBe("7.2");
    expect(await step(7.34)).toBe("7.34");
    expect(await step(7.4)).toBe("7.34");
    expect(await openAlerts()).toEqual(["payment_channel.rate_jumped"]);
    expect(await step(7.3)).toBe("7.3");
    expect(await openAlerts()).toEqual([]);
    testClock.advance(86_400);
    expect(await step(7.4)).toBe("7.4");
    expect(await step(7.7)).toBe("7.4");
    await acceptRate(await anAdmin(), aClient(), id, "7.7");
    expect(await step(8)).toBe("8");
    expect(await step(8.2)).toBe("8");
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
