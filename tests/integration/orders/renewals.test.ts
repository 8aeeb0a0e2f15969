import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { sweepOrders } from "@/lib/orders/close-order";
import { getOrder, pay, refundByHand, reportDispute, stockOf } from "../../support/builders/orders";
import { aChannel, aPayment } from "../../support/builders/payments";
import {
  anEndingSku,
  anOpenRenewal,
  aSoldEnd,
  days,
  endOfAccess,
  endOfLicense,
  ofMonth,
  read,
} from "../../support/builders/renewals";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";

const refund = (orderNo: string) => refundByHand(orderNo, { keys: "withdraw" });
const dispute = (id: number, orderNo: string, state: "open" | "won") => reportDispute({ id, orderNo }, state);
const ofTenDays = { living: { days: 10 } };

describe("renewals", () => {
  beforeEach(() => () => testClock.reset());

  it("paid at the same moment move the end once each, and a payment that is told of again moves nothing", async () => {
    const sku = await anEndingSku({ ...ofMonth, ...ofTenDays });
    const sale = await aSoldEnd(sku);
    const before = [await endOfLicense(sale.orderId), await endOfAccess(sale.orderId)];
    const renewals = [await anOpenRenewal(sale), await anOpenRenewal(sale), await anOpenRenewal(sale)];
    const paid = await Promise.all([...renewals, ...renewals].map(({ orderId }) => pay(orderId)));
    expect(paid.filter((disposition) => disposition === "applied")).toHaveLength(3);
    expect(await endOfLicense(sale.orderId)).toBe((before[0] ?? 0) + days(90));
    expect(await endOfAccess(sale.orderId)).toBe((before[1] ?? 0) + days(30));
    expect([await db().license.count(), await db().livingAccess.count()]).toEqual([1, 1]);
    expect((await stockOf(sku.id)).counters).toMatchObject({ reserved: 0 });
  });

  it("move the end once when they are paid after they expired", async () => {
    const sale = await aSoldEnd(await anEndingSku());
    const before = await endOfLicense(sale.orderId);
    const { orderId } = await anOpenRenewal(sale);
    testClock.advance(16 * 60);
    await sweepOrders();
    expect((await getOrder(orderId)).status).toBe("expired");
    expect(await pay(orderId)).toBe("late");
    expect(await pay(orderId)).toBe("overpaid");
    expect(await endOfLicense(sale.orderId)).toBe(before + days(30));
  });

  it("give their days back when they are refunded, at once over where the end lies in the past then, and leave the license alive", async () => {
    const sale = await aSoldEnd(await anEndingSku({ ...ofMonth, ...ofTenDays }));
    const before = await endOfLicense(sale.orderId);
    const [one, two] = [await anOpenRenewal(sale), await anOpenRenewal(sale)];
    await pay(one.orderId);
    await pay(two.orderId);
    await refund(one.orderNo);
    expect(await endOfLicense(sale.orderId)).toBe(before + days(30));
    expect((await read(one)).fulfillment.payload).toBeUndefined();
    testClock.advance(31 * 86_400);
    await refund(two.orderNo);
    expect(await endOfLicense(sale.orderId)).toBe(before);
    expect((await read(sale)).items[0]?.fulfillment.living).toMatchObject({ state: "ended" });
    expect(await db().license.findMany()).toMatchObject([{ status: "active" }]);
  });

  it("do not keep a license alive whose own order is refunded, and give nothing back then", async () => {
    const sale = await aSoldEnd(await anEndingSku({ ...ofMonth, ...ofTenDays }));
    const renewal = await anOpenRenewal(sale);
    await pay(renewal.orderId);
    await refund(sale.orderNo);
    expect(await db().license.findMany()).toMatchObject([{ status: "revoked" }]);
    expect((await read(renewal)).items[0]?.fulfillment.living).toBeUndefined();
    await refund(renewal.orderNo);
    expect((await getOrder(renewal.orderId)).fulfillmentStatus).toBe("revoked");
  });

  it("deliver the same anew where it was withdrawn before they were paid, and say so", async () => {
    const sale = await aSoldEnd(await anEndingSku({ ...ofMonth, ...ofTenDays }));
    const renewal = await anOpenRenewal(sale);
    await refund(sale.orderNo);
    await pay(renewal.orderId);
    const { fulfillment, items } = await read(renewal);
    expect(items[0]?.fulfillment).toMatchObject({
      renewal: { order_no: sale.orderNo, is_new: true },
      living: { state: "current" },
    });
    const licenses = await db().license.findMany({ orderBy: { id: "asc" } });
    expect(licenses.map(({ status }) => status)).toEqual(["revoked", "active"]);
    expect(fulfillment.payload).toContain("first password");
    // An item that was delivered anew can be renewed like any other.
    const renews = { order_no: renewal.orderNo, item: 1, token: renewal.token };
    const next = await anOpenRenewal({ ...sale, renews });
    await pay(next.orderId);
    expect(await endOfLicense(renewal.orderId)).toBe((licenses[1]?.expiresAt?.getTime() ?? 0) + days(30));
    await refund(renewal.orderNo);
    expect(await db().license.count({ where: { status: "active" } })).toBe(0);
  });

  it("lose the days of an access while they are disputed, and get them back when the dispute is won", async () => {
    const sale = await aSoldEnd(await anEndingSku(ofTenDays));
    const before = await endOfAccess(sale.orderId);
    const renewal = await anOpenRenewal(sale);
    await pay(renewal.orderId);
    const { orderId, orderNo } = renewal;
    await dispute(orderId, orderNo, "open");
    await dispute(orderId, orderNo, "open");
    expect(await endOfAccess(sale.orderId)).toBe(before);
    await dispute(orderId, orderNo, "won");
    expect(await endOfAccess(sale.orderId)).toBe(before + days(10));
    await refund(orderNo);
    expect(await endOfAccess(sale.orderId)).toBe(before);
  });

  it("killed before the commit move nothing, and two other processes move the end once [O7]", {
    timeout: 240_000,
  }, async () => {
    const gateway = await FakeGateway.start();
    onTestFinished(() => gateway.stop());
    const channelId = await aChannel(gateway.settings());
    const sale = await aSoldEnd(await anEndingSku());
    const before = await endOfLicense(sale.orderId);
    const renewals = [await anOpenRenewal(sale), await anOpenRenewal(sale)];
    const payments: string[] = [];
    for (const { orderId } of renewals) payments.push((await aPayment(orderId, channelId)).paymentNo);
    for (const paymentNo of payments) gateway.pay(paymentNo, "9.90");
    const notify = ({ url }: ApiServer, paymentNo: string) =>
      gateway.notify(`${url}/api/v1/payments/callback/epay/${channelId}`, paymentNo);
    const doomed = await startApiServer({ failpoint: "before-commit" });
    onTestFinished(() => doomed.kill());
    await expect(notify(doomed, payments[0] ?? "")).rejects.toThrow();
    expect(await doomed.exited).toBe("SIGKILL");
    expect(await endOfLicense(sale.orderId)).toBe(before);
    const servers = await Promise.all([startApiServer(), startApiServer()]);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const acks = await Promise.all(servers.flatMap((server) => payments.map((no) => notify(server, no))));
    expect(acks.map(({ body }) => body)).toEqual(Array(4).fill("success"));
    expect(await endOfLicense(sale.orderId)).toBe(before + days(60));
  });
});
