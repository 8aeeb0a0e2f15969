import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminCoupons } from "@/app/api/v1/admin/coupons/[[...path]]/route";
import { operations as adminGiftCards } from "@/app/api/v1/admin/gift-cards/[[...path]]/route";
import { operations as adminConnections } from "@/app/api/v1/admin/interconnect/connections/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminSettings } from "@/app/api/v1/admin/settings/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import { operations as adminTasks } from "@/app/api/v1/admin/tasks/[[...path]]/route";
import { operations as adminWallets } from "@/app/api/v1/admin/wallets/[[...path]]/route";
import type { Bundle } from "@/lib/catalogue/bundles/schema";
import { db } from "@/lib/db/client";
import type { ConnectionView } from "@/lib/interconnect/agent/admin/schema";
import { watchDeposits } from "@/lib/interconnect/main/statements/watch-deposits";
import type { Task } from "@/lib/reports/schema";
import { productsOfTest } from "../../support/builders/admin-products";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aProduct, aUser } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { listDownloads } from "../../support/harness/list-download";
import { aMember, aRequest, book, gift } from "../../support/harness/money-members";
import { expectRefusal } from "../../support/harness/public-suite";

const { admin, create } = productsOfTest();
const { download } = listDownloads(admin);

beforeEach(async () => {
  const { status, text } = await admin.call(adminSettings.updateSettings, "PATCH", {
    body: { currency: "JPY" },
  });
  expect(status, text).toBe(200);
});

const whole = /must be a whole amount: this currency has no decimals/;
const option = { code: "STD", name: "Standard", price: "1000" };
const coupon = { code: "YEN15", kind: "percent", percent: 15 };
const mainSite = {
  name: "Main",
  base_url: "https://main.example.com",
  key: "AKWHOLE1",
  secret: "secret-of-whole",
};
const card = { name: "Cards", amount: "1000", quantity: 1 };

/** Amounts that staff type, each with one that is taken but for its fraction. */
const inputs: readonly [string, (amount: string) => Promise<{ status: number; text: string }>][] = [
  ["a price", (price) => create({ skus: [{ ...option, price }] })],
  ["a compare-at price", (price) => create({ skus: [{ ...option, original_price: price }] })],
  ["a cost", (price) => create({ skus: [{ ...option, cost_price: price }] })],
  [
    "the value of a coupon",
    (value) => admin.call(adminCoupons.createCoupon, "POST", { body: { code: "YEN", kind: "fixed", value } }),
  ],
  [
    "the least amount of a coupon",
    (value) => admin.call(adminCoupons.createCoupon, "POST", { body: { ...coupon, min_amount: value } }),
  ],
  [
    "a gift card",
    (amount) => admin.call(adminGiftCards.createGiftCardBatch, "POST", { body: { ...card, amount } }),
  ],
  [
    "the rounding of a main site's prices",
    (round_to) => admin.call(adminConnections.createConnection, "POST", { body: { ...mainSite, round_to } }),
  ],
  [
    "an adjustment",
    async (amount) =>
      admin.call(adminWallets.adjustBalance, "POST", {
        params: { user_id: String((await aUser()).id) },
        body: { direction: "in", amount, remark: "A gift", request_key: randomUUID() },
      }),
  ],
];

async function aPaidOrder(couponCode?: string) {
  const { sku } = await aProduct({ keys: 3, priceCents: 99_900n });
  const { orderId } = await anOrder({ sku, ...(couponCode ? { couponCode } : {}) });
  await pay(orderId);
  return getOrder(orderId);
}

const giveBack = (orderNo: string, amount: string) =>
  admin.call(adminOrders.refundOrder, "POST", {
    params: { order_no: orderNo },
    body: { amount, method: "manual" },
  });

describe("a shop whose currency has no decimals", () => {
  it.each(inputs)("refuses decimals in %s, and takes whole ones", async (_name, send) => {
    const refused = await send("1000.50");
    expect(refused.status).toBe(400);
    expect(refused.text).toMatch(whole);
    const taken = await send("1000.00");
    expect(taken.status, taken.text).toBe(200);
  });

  it("pays back whole amounts, and the fraction that an older order has with the rest of it", async () => {
    const { orderNo } = await aPaidOrder();
    expectRefusal(await giveBack(orderNo, "0.50"), 400, whole);
    expect((await giveBack(orderNo, "400")).status).toBe(200);
    await db().order.update({ where: { orderNo }, data: { originalCents: 99_950n, amountCents: 99_950n } });
    expectRefusal(await giveBack(orderNo, "599.49"), 400, whole);
    expect((await giveBack(orderNo, "599.50")).status).toBe(200);
  });

  it("takes percentages in whole yen, and the sum is kept", async () => {
    expect((await admin.call(adminCoupons.createCoupon, "POST", { body: coupon })).status).toBe(200);
    // 15 % of 999 are 149.85.
    const order = await aPaidOrder("YEN15");
    expect([order.originalCents, order.amountCents]).toEqual([99_900n, 84_900n]);
  });

  it("prices a bundle and its shares in whole yen that sum to what is paid", async () => {
    const parts = await Promise.all(
      [33_300n, 50_000n, 10_100n].map((priceCents) => aProduct({ keys: 5, priceCents })),
    );
    const { sku } = await aProduct({ kind: "text", priceCents: 100_000n });
    const saved = await admin.call<Bundle>(adminSkus.saveBundle, "PUT", {
      params: { id: String(sku.id) },
      body: { parts: parts.map((part) => ({ sku_id: part.sku.id, quantity: 1 })), percent: 7 },
    });
    // 93 % of 934 are 868.62.
    expect(saved.data).toMatchObject({ price: "869.00" });
    const { orderId } = await anOrder({ sku });
    const items = await db().orderItem.findMany({ where: { orderId } });
    expect(items).toHaveLength(3);
    for (const { unitPriceCents, totalCents } of items)
      expect([unitPriceCents % 100n, totalCents % 100n]).toEqual([0n, 0n]);
    expect(items.reduce((sum, { totalCents }) => sum + totalCents, 0n)).toBe(86_900n);
  });

  it("changes prices by percent to whole yen", async () => {
    const { sku, product } = await aProduct({ priceCents: 99_900n });
    const { status, text } = await admin.call(adminProducts.changeProducts, "POST", {
      body: { ids: [product.id], price_percent: -15 },
    });
    expect(status, text).toBe(200);
    expect(await db().sku.findUniqueOrThrow({ where: { id: sku.id } })).toMatchObject({
      priceCents: 84_900n,
    });
  });

  it("rounds the prices of a new main site to whole ones, and shows an older finer multiple so", async () => {
    const made = await admin.call<ConnectionView>(adminConnections.createConnection, "POST", {
      body: mainSite,
    });
    expect(made.data).toMatchObject({ round_to: "1.00" });
    await db().connection.update({ where: { id: made.data.id }, data: { roundToCents: 1n } });
    const { data } = await admin.call<{ connections: ConnectionView[] }>(
      adminConnections.listConnections,
      "GET",
    );
    expect(data.connections).toMatchObject([{ round_to: "1.00" }]);
  });

  it("says limits, sums and what is left to staff in whole amounts", async () => {
    const limited = await aMember({ act: 100_000n, day: 150_000n });
    const user = await aUser();
    expectRefusal(await book(limited, user.id, gift("1001")), 403, /may move 1000 in one act/);
    expect((await book(limited, user.id, gift("1000"))).status).toBe(200);
    expectRefusal(await book(limited, user.id, gift("501")), 403, /may move 1500 in a day, 500 are left/);
    await aRequest(limited, "2000");
    const { data } = await admin.call<{ tasks: Task[] }>(adminTasks.listTasks, "GET");
    expect(data.tasks.filter(({ kind }) => kind === "money.request")).toMatchObject([
      { text: expect.stringMatching(/wallet booking, 2000 JPY$/) },
    ]);
    await aSite({ depositAlertCents: 500_000n });
    await watchDeposits();
    expect(await db().alert.findFirst({ where: { kind: "deposit.low" } })).toMatchObject({
      data: { balance: "0", limit: "5000" },
    });
  });

  it("writes tables without decimals, while the wire keeps two", async () => {
    await admin.call(adminCoupons.createCoupon, "POST", { body: { ...coupon, min_amount: "500" } });
    const { orderNo } = await aPaidOrder();
    await giveBack(orderNo, "400");
    expect(await download(adminOrders.exportOrders)).toMatchObject([
      { order_no: orderNo, amount: "999", refunded_amount: "400", currency: "JPY" },
    ]);
    expect(await download(adminPayments.exportRefunds)).toMatchObject([{ amount: "400", currency: "JPY" }]);
    expect(await download(adminCoupons.exportCoupons)).toMatchObject([{ code: "YEN15", min_amount: "500" }]);
    expect((await download(adminProducts.exportProducts)).map(({ price }) => price)).toEqual(["999"]);
    const list = await admin.call<{ coupons: { min_amount: string }[] }>(adminCoupons.listCoupons, "GET");
    expect(list.data.coupons[0]?.min_amount).toBe("500.00");
  });
});
