import { describe, expect } from "vitest";
import { operations as adminReports } from "@/app/api/v1/admin/reports/[[...path]]/route";
import { operations as adminSettings } from "@/app/api/v1/admin/settings/[[...path]]/route";
import { now, testClock } from "@/lib/core/clock";
import { formatMoney, stepOf } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { bookOnAccount } from "@/lib/interconnect/main/settle-site-order";
import { updateChannel } from "@/lib/payments/channels/update-channel";
import { quoteOrder } from "@/lib/pricing/quote-order";
import { getProfitReport, getProfitTotals } from "@/lib/reports/profit";
import type { ProfitReport } from "@/lib/reports/schema";
import { postTransfer } from "@/lib/wallet/post-transfer";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aClient, anAdmin, aUser } from "../../support/builders/products";
import {
  aCostedProduct,
  ledgerRevenue,
  payAtGateway,
  refund,
  revenueOf,
  statedProfit,
  sum,
} from "../../support/builders/profit";
import { aSite } from "../../support/builders/sites";
import { aRecharge, giveBalance } from "../../support/builders/wallet";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { it } from "../../support/harness/gateway-test";

const owner = staffOfTest();

async function csvRows(): Promise<Record<string, string>[]> {
  const { text } = await owner.call(adminReports.exportOrderLines, "GET");
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const cells = (line: string) => line.slice(1, -1).split('","');
  return lines.map((line) =>
    Object.fromEntries(cells(head).map((name, at) => [name, cells(line)[at] ?? ""])),
  );
}

/** Page, overview, file and ledger say the same, in every way in which the page breaks its sums down [C156]. */
async function expectEqualEverywhere(): Promise<ProfitReport> {
  const report = await getProfitReport({});
  expect(await getProfitTotals({})).toEqual(report.totals);
  const rows = await csvRows();
  const ofKind = (...kinds: string[]) => rows.filter(({ kind = "" }) => kinds.includes(kind));
  const column = (name: string, of = rows) => sum(of.map((row) => row[name] || "0.00"));
  const ledger = await ledgerRevenue();
  expect(revenueOf(report.totals)).toBe(ledger);
  expect(column("amount", ofKind("sale", "refund", "fee"))).toBe(ledger);
  expect(column("profit")).toBe(report.totals.profit);
  expect(statedProfit(report.totals)).toBe(report.totals.profit);
  for (const { by, rows: group } of report.groups)
    for (const name of [
      "sales",
      "refunds",
      "cost",
      "fees",
      "gateway_costs",
      "uncosted_sales",
      "profit",
    ] as const)
      expect(sum(group.map((row) => row[name])), `${by} ${name}`).toBe(report.totals[name]);
  expect(sum(report.days.map(({ profit }) => profit))).toBe(report.totals.profit);
  return report;
}

const rowsOf = (report: ProfitReport, by: string) =>
  report.groups.find((group) => group.by === by)?.rows.filter(({ kind }) => kind === "one") ?? [];

async function takeGiftCard(userId: number, amountCents: bigint) {
  await inTransaction((tx) =>
    postTransfer(tx, {
      type: "gift_card",
      reasonKey: "gift_card:1",
      reference: "…ABCD",
      entries: [
        { account: { kind: "shop_gift_cards" }, amountCents: -amountCents },
        { account: { kind: "user_wallet", userId }, amountCents },
      ],
    }),
  );
}

describe("the profit report", () => {
  it("is for staff", async () => {
    await expectStaffOnly(adminReports.getProfitReport, "GET", {}, null);
    await expectStaffOnly(adminReports.exportOrderLines, "GET", {}, null);
    await expectStaffOnly(adminReports.enterCost, "POST", { body: { sku_id: 1, cost: "1.00" } }, null);
  });

  it("has no profit of what has no cost, and counts it as soon as one is entered", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings(), { feeBps: 500 });
    const costed = await aCostedProduct(1000n, 400n);
    const unknown = await aCostedProduct(500n, null);
    const { orderId } = await anOrder({ sku: costed, quantity: 2 });
    await payAtGateway(gateway, { orderId }, channelId);
    await payAtGateway(gateway, { orderId: (await anOrder({ sku: unknown })).orderId }, channelId);
    await refund(orderId, 250n);
    const report = await expectEqualEverywhere();
    expect(report.totals).toMatchObject({
      sales: "25.00",
      refunds: "2.50",
      fees: "1.25",
      // Nobody entered the gateway's price: the fee is taken for it.
      gateway_costs: "1.25",
      cost: "8.00",
      uncosted_sales: "5.00",
      profit: "9.50",
      margin: 0.5428,
      quantity: 3,
      uncosted: 1,
    });
    expect(report.uncosted).toMatchObject([{ sku_id: unknown.id, quantity: 1, sales: "5.00" }]);
    expect(rowsOf(report, "sku")).toMatchObject([
      { id: costed.id, sales: "20.00", refunds: "2.50", cost: "8.00", profit: "9.50", quantity: 2 },
      { id: unknown.id, sales: "5.00", cost: "0.00", profit: "0.00", margin: null, uncosted: 1 },
    ]);
    expect(report.conversion).toEqual([{ channel_id: channelId, begun: 2, paid: 2 }]);
    expect(rowsOf(report, "buyer")).toMatchObject([{ buyer: "guest", name: null, profit: "9.50" }]);
    expect(report.funnel).toEqual({ placed: 2, begun: 2, paid: 2, delivered: 2 });

    const enter = (cost: string) =>
      owner.call<{ lines: number }>(adminReports.enterCost, "POST", { body: { sku_id: unknown.id, cost } });
    expect((await enter("2.00")).data).toEqual({ lines: 1 });
    const entered = await expectEqualEverywhere();
    expect(entered.totals).toMatchObject({
      uncosted_sales: "0.00",
      cost: "10.00",
      profit: "12.50",
      uncosted: 0,
    });
    expect(entered.uncosted).toEqual([]);
    expect((await db().sku.findUniqueOrThrow({ where: { id: unknown.id } })).costCents).toBe(200n);
    // A cost that is known is not written over, and there is nothing left to enter.
    expect((await enter("9.00")).status).toBe(404);
  });

  it("takes from the profit what a gateway keeps, by the price of the payment's time", async ({
    gateway,
  }) => {
    testClock.set(new Date("2026-11-05T12:00:00Z"));
    const admin = await anAdmin();
    const channelId = await aChannel(gateway.settings(), { feeBps: 500 });
    const sku = await aCostedProduct(1000n, 400n);
    const sell = async () => payAtGateway(gateway, { orderId: (await anOrder({ sku })).orderId }, channelId);
    await sell();
    // The first price is taken for the past, too: 2.9 % of 10.50, and 0.30.
    await updateChannel(admin, aClient(), channelId, { cost_bps: 290, cost_fixed: 30n });
    expect((await expectEqualEverywhere()).totals).toMatchObject({ gateway_costs: "0.60", profit: "5.90" });
    testClock.set(new Date("2026-11-06T12:00:00Z"));
    await updateChannel(admin, aClient(), channelId, { cost_bps: 1000 });
    await sell();
    // The second payment cost 1.05 + 0.30.
    expect((await expectEqualEverywhere()).totals).toMatchObject({ gateway_costs: "1.95", profit: "11.05" });
  });

  it.for(["USD", "JPY", "KWD"])(
    "is equal to the cent on page, in file and ledger for every kind of order in %s [C156]",
    async (currency, { gateway }) => {
      const { status } = await owner.call(adminSettings.updateSettings, "PATCH", {
        body: { currency },
      });
      expect(status).toBe(200);
      const step = stepOf(currency);
      const channelId = await aChannel(gateway.settings({ currency }), { feeBps: 333 });
      const [a, b, unknown] = [
        await aCostedProduct(333n * step, 111n * step),
        await aCostedProduct(1001n * step, 77n * step),
        await aCostedProduct(50n * step, null),
      ];
      const user = await aUser();
      await giveBalance(user.id, 777n * step);
      await takeGiftCard(user.id, 100n * step);

      // Two lines, part of it from the balance, a third given back.
      const buyer = { kind: "user", userId: user.id, email: user.email } as const;
      const lines = [a, b].map((sku, at) => ({ productId: sku.productId, skuId: sku.id, quantity: at + 2 }));
      const quote = await quoteOrder(db(), { lines, buyer, couponCode: null, at: now() });
      const mixed = await anOrder({
        sku: a,
        userId: user.id,
        email: user.email,
        useBalance: true,
        overrides: { quote, forms: [null, null] },
      });
      await payAtGateway(gateway, mixed, channelId);
      await refund(mixed.orderId, 1222n * step);
      await refund(mixed.orderId, step);

      await payAtGateway(gateway, { orderId: (await anOrder({ sku: b, quantity: 3 })).orderId }, channelId);
      await payAtGateway(
        gateway,
        { orderId: (await anOrder({ sku: unknown, quantity: 2 })).orderId },
        channelId,
      );
      const recharge = await aRecharge(user.id, 1000n * step);
      await db().recharge.update({ where: { id: recharge.id }, data: { currency } });
      await payAtGateway(gateway, { rechargeId: recharge.id }, channelId);

      const { site } = await aSite({ name: "Agent shop" });
      const agents = await anOrder({ sku: a, quantity: 4 });
      const { orderNo: agentsNo } = await getOrder(agents.orderId);
      await db().order.update({
        where: { id: agents.orderId },
        data: { buyerKind: "site", siteId: site.id, email: null },
      });
      await inTransaction((tx) =>
        bookOnAccount(tx, { siteId: site.id, orderNo: agentsNo, amountCents: 1332n * step }),
      );
      await pay(agents.orderId);

      const report = await expectEqualEverywhere();
      const written = (steps: bigint) => formatMoney(steps * step);
      // 2 a + 3 b, 3 b, 4 a: each cost once, though the first order was paid in two parts.
      expect(report.totals).toMatchObject({
        cost: written(6n * 111n + 6n * 77n),
        quantity: 14,
        uncosted: 2,
        uncosted_sales: written(100n),
        balance_given: written(777n),
        gift_cards: written(100n),
      });
      expect(rowsOf(report, "buyer").find(({ id }) => id === site.id)).toMatchObject({
        name: "Agent shop",
        sales: written(1332n),
        cost: written(444n),
      });
      const rows = await csvRows();
      expect(new Set(rows.map(({ kind }) => kind))).toEqual(
        new Set(["sale", "refund", "fee", "balance", "gift_card"]),
      );
      // No part of a yen.
      if (step > 1n) for (const { amount = "" } of rows) expect(amount).not.toContain(".");
    },
  );

  it("counts what a free order cost, and a refund in the time it was made", async ({ gateway }) => {
    testClock.set(new Date("2026-10-05T12:00:00Z"));
    const channelId = await aChannel(gateway.settings());
    const sku = await aCostedProduct(1000n, 300n);
    const { orderId } = await anOrder({ sku });
    await payAtGateway(gateway, { orderId }, channelId);
    testClock.set(new Date("2026-11-05T12:00:00Z"));
    await refund(orderId, 1000n);
    const gift = await anOrder({ sku });
    await db().orderItem.updateMany({ where: { orderId: gift.orderId }, data: { totalCents: 0n } });
    await db().order.update({
      where: { id: gift.orderId },
      data: { amountCents: 0n, discountCents: 1000n },
    });
    await pay(gift.orderId);
    const november = await getProfitReport({
      from: new Date("2026-11-01T00:00:00Z"),
      to: new Date("2026-12-01T00:00:00Z"),
    });
    expect(november.totals).toMatchObject({
      sales: "0.00",
      refunds: "10.00",
      cost: "3.00",
      profit: "-13.00",
      margin: null,
      quantity: 1,
    });
    expect(november.before).toMatchObject({ sales: "10.00", cost: "3.00", profit: "7.00", margin: 0.7 });
    expect(rowsOf(november, "sku")).toMatchObject([{ profit: "-13.00", profit_before: "7.00" }]);
    expect(november.days).toHaveLength(30);
    // The fifth of October stands at the 35th place from the right, five days into the time before.
    expect(november.days.filter(({ profit_before }) => profit_before === "7.00")).toHaveLength(1);
  });

  it("names goods in the reader's language, whatever the buyer read", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const sku = await aCostedProduct(1000n, 300n);
    await payAtGateway(gateway, { orderId: (await anOrder({ sku })).orderId }, channelId);
    await db().product.update({
      where: { id: sku.productId },
      data: { title: "Orchard", translations: { zh: { title: "轨道果园" } } },
    });
    const titles = async (lang?: "zh") =>
      rowsOf(await getProfitReport({}, lang), "product").map(({ name }) => name);
    expect(await titles()).toEqual(["Orchard"]);
    expect(await titles("zh")).toEqual(["轨道果园"]);
  });
});
