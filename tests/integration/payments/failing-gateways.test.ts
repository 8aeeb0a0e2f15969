import { describe, expect } from "vitest";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { testClock } from "@/lib/core/clock";
import { metrics } from "@/lib/core/process/metrics";
import { db } from "@/lib/db/client";
import { getAdminChannel } from "@/lib/payments/admin-queries";
import { forgetNotedChannels } from "@/lib/payments/channels/channel-health";
import { reportTills } from "@/lib/payments/channels/report-tills";
import { testActiveChannels } from "@/lib/payments/channels/test-channel";
import { fetchRateNow } from "@/lib/payments/rates/rate-source";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import type { QueryMode } from "../../support/fakes/fake-gateway";
import { it } from "../../support/harness/gateway-test";

const openAlerts = () =>
  db().alert.findMany({
    where: { resolvedAt: null, kind: { startsWith: "payment_channel." } },
    select: { kind: true, message: true, reference: true },
  });

const refusedCalls = async () =>
  (await metrics.gatewayCalls.get()).values.find(
    ({ labels }) => labels.call === "epay.query" && labels.result === "refused",
  )?.value ?? 0;

const begin = () => {
  testClock.set(new Date("2026-03-01T10:00:00Z"));
  forgetNotedChannels();
};

describe("a gateway that does not do what it is asked for", () => {
  const ways: [string, { settings?: Record<string, string>; mode?: QueryMode; says: RegExp }][] = [
    ["has another key", { settings: { key: "the-key-of-last-year" }, says: /key error/ }],
    ["is away", { mode: "error", says: /HTTP 500/ }],
    ["answers nonsense", { mode: "not_json", says: /not a JSON object/ }],
  ];

  it.for(ways)(
    "is told once a channel after three tries, and shown with its words: it %s [C84]",
    async ([, { settings, mode, says }], { gateway }) => {
      begin();
      const channelId = await aChannel(gateway.settings(settings));
      if (mode) gateway.queryMode = mode;
      const before = await refusedCalls();
      const payments = [];
      for (let n = 0; n < 2; n += 1) payments.push((await anOrderToPay(channelId)).payment);
      for (const payment of payments) expect(await queryPayment(payment.id)).toBe("pending");
      expect(await openAlerts()).toEqual([]);
      expect(await getAdminChannel(channelId)).toMatchObject({ failing_since: null });
      testClock.advance(240);
      for (const payment of payments) expect(await queryPayment(payment.id)).toBe("pending");
      expect(await openAlerts()).toEqual([
        {
          kind: "payment_channel.failing",
          message: expect.stringMatching(says),
          reference: `payment_channel:${channelId}`,
        },
      ]);
      expect(await getAdminChannel(channelId)).toMatchObject({
        failing_since: "2026-03-01T10:00:00.000Z",
        last_problem: expect.stringMatching(says),
        last_good_at: null,
      });
      if (settings) expect((await refusedCalls()) - before).toBe(4);
    },
  );

  it("is over with the first good answer", async ({ gateway }) => {
    begin();
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    gateway.queryMode = "error";
    for (let n = 0; n < 3; n += 1) await queryPayment(payment.id);
    expect(await openAlerts()).toHaveLength(1);
    gateway.queryMode = "answer";
    expect(await queryPayment(payment.id)).toBe("pending");
    expect(await openAlerts()).toEqual([]);
    expect(await getAdminChannel(channelId)).toMatchObject({
      failing_since: null,
      last_problem: null,
      last_good_at: "2026-03-01T10:00:00.000Z",
    });
  });

  it("is no news where failures are rare, or the payment is one that it does not have", async ({
    gateway,
  }) => {
    begin();
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    for (let n = 0; n < 4; n += 1) {
      gateway.queryMode = "error";
      await queryPayment(payment.id);
      testClock.advance(601);
    }
    gateway.queryMode = "unknown";
    for (let n = 0; n < 4; n += 1) await queryPayment(payment.id);
    expect(await openAlerts()).toEqual([]);
  });

  it("is found by the test of every night, before a buyer finds it", async ({ gateway }) => {
    begin();
    const good = await aChannel(gateway.settings());
    const bad = await aChannel(gateway.settings({ key: "the-key-of-last-year" }));
    await testActiveChannels();
    expect(await openAlerts()).toMatchObject([
      { kind: "payment_channel.failing", reference: `payment_channel:${bad}` },
    ]);
    expect(await getAdminChannel(good)).toMatchObject({ last_good_at: "2026-03-01T10:00:00.000Z" });
    expect(await getAdminChannel(bad)).toMatchObject({
      test_passed: false,
      test_problem: expect.stringMatching(/does not accept this merchant and key: key error/),
    });
  });
});

describe("a channel", () => {
  it("has no rate to fetch where it names no source, and is not unknown for that", async ({ gateway }) => {
    const id = await aChannel(gateway.settings());
    await expect(fetchRateNow(await anAdmin(), aClient(), id)).rejects.toMatchObject({
      kind: "state_conflict",
      rule: "no_rate_source",
    });
    await expect(fetchRateNow(await anAdmin(), aClient(), id + 1)).rejects.toMatchObject({
      kind: "not_found",
    });
  });
});

describe("a shop on sale", () => {
  it("is told as long as nobody can pay in it [C84]", async ({ gateway }) => {
    await reportTills();
    expect(await openAlerts()).toEqual([]);
    await aProduct({ keys: 1 });
    await reportTills();
    expect(await openAlerts()).toMatchObject([{ kind: "payment_channel.none" }]);
    const channelId = await aChannel(gateway.settings());
    await reportTills();
    expect(await openAlerts()).toEqual([]);
    await db().paymentChannel.update({ where: { id: channelId }, data: { isActive: false } });
    await reportTills();
    expect(await openAlerts()).toHaveLength(1);
  });
});
