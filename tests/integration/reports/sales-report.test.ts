import { expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { getSalesReport } from "@/lib/reports/admin-queries";
import { forgetSettings } from "@/lib/settings/queries";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";

const timeZone = async (name: string) => {
  await db().setting.create({ data: { key: "timeZone", value: name } });
  forgetSettings();
};

const soldAt = async (sku: { id: number; productId: number }, at: string) => {
  testClock.set(new Date(at));
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  return getOrder(orderId);
};

it("counts a sale on the day it was paid and a refund on the day it was made, in the shop's time zone", async () => {
  await timeZone("Asia/Shanghai");
  const { sku } = await aProduct({ keys: 4, priceCents: 1000n });
  await soldAt(sku, "2026-11-18T15:59:00Z");
  const { orderNo } = await soldAt(sku, "2026-11-18T16:00:00Z");
  await soldAt(sku, "2026-11-20T15:59:59Z");
  testClock.set(new Date("2026-11-20T16:00:00Z"));
  const back = { orderNo, amountCents: 250n, method: "manual" as const, reason: null };
  await refundOrder(await anAdmin(), aClient(), back);
  await anOrder({ sku });

  const report = await getSalesReport({});
  expect(report).toMatchObject({
    from: "2026-10-22T16:00:00.000Z",
    to: "2026-11-21T16:00:00.000Z",
    time_zone: "Asia/Shanghai",
    bucket: "day",
    totals: {
      revenue: "30.00",
      refunded: "2.50",
      paid_orders: 3,
      placed_orders: 4,
      average: "10.00",
      buyers: 3,
    },
    before: { revenue: "0.00", paid_orders: 0, placed_orders: 0, average: "0.00" },
  });
  expect(report.series).toHaveLength(30);
  const filled = report.series.filter(({ orders, refunded }) => orders > 0 || refunded !== "0.00");
  expect(
    filled.map(({ at, orders, revenue, refunded, net }) => [at, orders, revenue, refunded, net]),
  ).toEqual([
    ["2026-11-17T16:00:00.000Z", 1, "10.00", "0.00", "10.00"],
    ["2026-11-18T16:00:00.000Z", 1, "10.00", "0.00", "10.00"],
    ["2026-11-19T16:00:00.000Z", 1, "10.00", "0.00", "10.00"],
    ["2026-11-20T16:00:00.000Z", 0, "0.00", "2.50", "-2.50"],
  ]);
  expect(report.products).toEqual([
    { product_id: sku.productId, title: expect.any(String), quantity: 3, revenue: "30.00" },
  ]);
});

it("puts the revenue of the range before beside each day, at the same distance from the start", async () => {
  await timeZone("Asia/Shanghai");
  const { sku } = await aProduct({ keys: 4, priceCents: 1000n });
  // The range before is 4 to 10 November of Shanghai.
  for (const at of ["2026-11-03T15:59:59Z", "2026-11-03T16:00:00Z", "2026-11-10T15:59:59Z"])
    await soldAt(sku, at);
  await soldAt(sku, "2026-11-10T16:00:00Z");
  const { series, before } = await getSalesReport({
    from: new Date("2026-11-10T16:00:00Z"),
    to: new Date("2026-11-17T16:00:00Z"),
  });
  expect(series.map(({ revenue, revenue_before }) => [revenue, revenue_before])).toEqual([
    ["10.00", "10.00"],
    ...Array.from({ length: 5 }, () => ["0.00", "0.00"]),
    ["0.00", "10.00"],
  ]);
  expect(before.revenue).toBe("20.00");
});

it("counts each hour once on the day the clock is put forward", async () => {
  await timeZone("Europe/Berlin");
  const { sku } = await aProduct({ keys: 1, priceCents: 1000n });
  await soldAt(sku, "2026-03-29T01:30:00Z");
  const range = { from: new Date("2026-03-28T23:00:00Z"), to: new Date("2026-03-29T22:00:00Z") };
  const { series, totals } = await getSalesReport(range);
  expect(series).toHaveLength(23);
  expect(series.filter(({ orders }) => orders > 0).map(({ revenue }) => revenue)).toEqual(["10.00"]);
  expect(totals.revenue).toBe("10.00");
});

it("reads an impossible year in the address as no date", async () => {
  testClock.set(new Date("2026-11-21T12:00:00Z"));
  const { from, to } = await getSalesReport({ to: new Date("0202-11-21T00:00:00Z") });
  expect([from, to]).toEqual(["2026-10-23T00:00:00.000Z", "2026-11-22T00:00:00.000Z"]);
});

it("counts hours for a day or two and weeks for a long time, the day of a changed clock whole", async () => {
  await timeZone("America/New_York");
  const day = await getSalesReport({
    from: new Date("2026-11-01T04:00:00Z"),
    to: new Date("2026-11-02T05:00:00Z"),
  });
  expect([day.bucket, day.series[0]?.at]).toEqual(["hour", "2026-11-01T04:00:00.000Z"]);
  const year = await getSalesReport({
    from: new Date("2025-11-01T04:00:00Z"),
    to: new Date("2026-11-01T04:00:00Z"),
  });
  expect([year.bucket, year.series.length]).toEqual(["week", 53]);
});
