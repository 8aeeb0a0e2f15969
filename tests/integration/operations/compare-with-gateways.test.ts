import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { now, testClock } from "@/lib/core/clock";
import { newPaymentNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import { compareWithGateways } from "@/lib/operations/checks/compare-with-gateways";
import { getOrder } from "../../support/builders/orders";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { FakeGateway } from "../../support/fakes/fake-gateway";

let gateway: FakeGateway;

beforeEach(async () => {
  testClock.set(new Date("2026-03-01T12:00:00Z"));
  gateway = await FakeGateway.start();
});
afterEach(() => gateway.stop());

const since = new Date("2026-03-01T10:00:00Z");

describe("the gateways after a restore", () => {
  it("are asked about open payments, which are booked once, and for paid trades that the shop does not know", async () => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    const { payment: unpaid } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    gateway.books.set(unpaid.paymentNo, { tradeNo: "T-unpaid", money: "9.90", status: "waiting" });
    const lost = newPaymentNo();
    gateway.pay(lost, "19.90", "T-lost");
    gateway.pay("another-program-7", "5.00", "T-other");
    gateway.books.set(newPaymentNo(), { tradeNo: "T-lost-unpaid", money: "1.00", status: "waiting" });

    const [compared] = await compareWithGateways(since);
    expect(compared).toMatchObject({
      channelId,
      asked: 2,
      booked: 1,
      unknown: [{ paymentNo: lost, tradeNo: "T-lost", money: "19.90" }],
      problem: null,
    });
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "ready" });
    expect(await compareWithGateways(since)).toMatchObject([{ asked: 1, booked: 0 }]);
    const alerts = await db().alert.findMany({ where: { kind: "payment.unknown_trade" } });
    expect(alerts).toMatchObject([{ reference: lost, data: { tradeNo: "T-lost", money: "19.90" } }]);
    expect(await db().secret.count({ where: { status: "sold" } })).toBe(1);
  });

  it("are read page by page, and no further than the time of the backup", async () => {
    await aChannel(gateway.settings());
    const old = { money: "1.00", status: "paid", begunAt: "2026-02-01 08:00:00" } as const;
    for (let index = 0; index < 120; index++)
      gateway.books.set(newPaymentNo(), { ...old, tradeNo: `T-old-${index}` });
    for (let index = 0; index < 70; index++) gateway.pay(newPaymentNo(), "2.00", `T-new-${index}`);
    gateway.queries.length = 0;
    const [compared] = await compareWithGateways(since);
    // The second page holds 20 new ones and 30 old ones; the third only old ones, and is the last.
    expect(gateway.queries).toHaveLength(3);
    expect(compared?.unknown?.filter(({ tradeNo }) => tradeNo.startsWith("T-new"))).toHaveLength(70);
  });

  it("are named when they have no list or cannot be reached", async () => {
    gateway.listsTrades = false;
    const listless = await aChannel(gateway.settings());
    const coins = await aChannel(
      { gateway_url: gateway.url, api_token: "token-of-the-gateway" },
      { provider: "epusdt" },
    );
    const gone = await aChannel(gateway.settings({ gateway_url: "http://127.0.0.1:9/" }));
    expect(await compareWithGateways(now())).toMatchObject([
      { channelId: listless, unknown: null, problem: "The gateway does not list its trades" },
      { channelId: coins, unknown: null, problem: null },
      { channelId: gone, unknown: null, problem: "The gateway could not be reached" },
    ]);
  });
});
