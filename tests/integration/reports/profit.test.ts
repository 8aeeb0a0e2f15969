import { describe, expect } from "vitest";
import { operations as adminReports } from "@/app/api/v1/admin/reports/[[...path]]/route";
import { startPayment } from "@/lib/checkout/pay/start-payment";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { now, testClock } from "@/lib/core/clock";
import { formatMoney } from "@/lib/core/money";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { bookOnAccount } from "@/lib/interconnect/main/settle-site-order";
import { quoteOrder } from "@/lib/pricing/quote-order";
import { getProfitReport } from "@/lib/reports/profit";
import type { ProfitReport } from "@/lib/reports/schema";
import { anOrder, getOrder, pay, refundByHand } from "../../support/builders/orders";
import { aChannel } from "../../support/builders/payments";
import { aClient, aProduct, aUser } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { aRecharge, giveBalance } from "../../support/builders/wallet";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { it } from "../../support/harness/gateway-test";

const staff = staffOfTest("viewer");

async function aCostedProduct(priceCents: bigint, costCents: bigint | null, keys = 20) {
  const { sku } = await aProduct({ keys, priceCents });
  await db().sku.update({ where: { id: sku.id }, data: { costCents } });
  return sku;
}

async function payAtGateway(
  gateway: FakeGateway,
  owner: { orderId: number } | { rechargeId: number },
  channelId: number,
) {
  const view = await startPayment({ ...owner, channelId, client: aClient() });
  gateway.pay(view.payment_no, view.amount);
  const payment = await db().payment.findUniqueOrThrow({ where: { paymentNo: view.payment_no } });
  expect(await queryPayment(payment.id)).toBe("paid");
}

async function refund(orderId: number, amountCents: bigint) {
  const { orderNo } = await getOrder(orderId);
  await refundByHand(orderNo, { amountCents });
}

/** Sum of the books, read past every line of the report. */
async function ledgerRevenue(): Promise<string> {
  const sum = await db().ledgerEntry.aggregate({
    where: { account: { kind: "shop_revenue" } },
    _sum: { amountCents: true },
  });
  return formatMoney(sum._sum.amountCents ?? 0n);
}

const cents = (money: string) => BigInt(money.replace(".", ""));
const sum = (amounts: string[]) => formatMoney(amounts.reduce((all, one) => all + cents(one), 0n));
const revenueOf = ({ sales, refunds, fees }: ProfitReport["totals"]) =>
  formatMoney(cents(sales) - cents(refunds) + cents(fees));

async function csvRows(): Promise<Record<string, string>[]> {
  const { text } = await staff.call(adminReports.exportOrderLines, "GET");
  const [head = "", ...lines] = text.trimEnd().split("\r\n");
  const cells = (line: string) => line.slice(1, -1).split('","');
  return lines.map((line) =>
    Object.fromEntries(cells(head).map((name, at) => [name, cells(line)[at] ?? ""])),
  );
}

describe("the profit report", () => {
  it("is for staff", async () => {
    await expectStaffOnly(adminReports.getProfitReport, "GET", {}, null);
    await expectStaffOnly(adminReports.exportOrderLines, "GET", {}, null);
  });

  it("subtracts cost and refunds, leaves fees out, and names what has no cost", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings(), { feeBps: 500 });
    const costed = await aCostedProduct(1000n, 400n);
    const free = await aCostedProduct(500n, null);
    const { orderId } = await anOrder({ sku: costed, quantity: 2 });
    await payAtGateway(gateway, { orderId }, channelId);
    await payAtGateway(gateway, { orderId: (await anOrder({ sku: free })).orderId }, channelId);
    await refund(orderId, 250n);
    const report = await getProfitReport({});
    expect(report.totals).toEqual({
      sales: "25.00",
      refunds: "2.50",
      fees: "1.25",
      cost: "8.00",
      profit: "14.50",
      margin: 0.6444,
      quantity: 3,
      uncosted: 1,
    });
    expect(report.skus).toMatchObject([
      { sku_id: costed.id, sales: "20.00", refunds: "2.50", cost: "8.00", profit: "9.50", quantity: 2 },
      { sku_id: free.id, sales: "5.00", cost: "0.00", profit: "5.00", uncosted: 1 },
    ]);
    expect(report.channels).toMatchObject([
      { channel_id: channelId, name: "Test channel", sales: "25.00", refunds: "2.50", begun: 2, paid: 2 },
    ]);
    expect(report.buyers).toMatchObject([{ kind: "guest", site: null, profit: "14.50" }]);
    expect(report.days).toHaveLength(1);
    expect(report.funnel).toEqual({ placed: 2, begun: 2, paid: 2, delivered: 2 });
  });

  it("sums to the ledger to the cent, whatever was sold, and so does the CSV", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings(), { feeBps: 333 });
    const [a, b] = [await aCostedProduct(333n, 111n), await aCostedProduct(1001n, 77n)];
    const user = await aUser();
    await giveBalance(user.id, 777n);

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
    await refund(mixed.orderId, 1222n);
    await refund(mixed.orderId, 1n);

    await payAtGateway(gateway, { orderId: (await anOrder({ sku: b, quantity: 3 })).orderId }, channelId);
    await payAtGateway(gateway, { rechargeId: (await aRecharge(user.id, 1000n)).id }, channelId);

    const { site } = await aSite({ name: "Agent shop" });
    const agents = await anOrder({ sku: a, quantity: 4 });
    const { orderNo: agentsNo } = await getOrder(agents.orderId);
    await db().order.update({
      where: { id: agents.orderId },
      data: { buyerKind: "site", siteId: site.id, email: null },
    });
    await inTransaction((tx) =>
      bookOnAccount(tx, { siteId: site.id, orderNo: agentsNo, amountCents: 1332n }),
    );
    await pay(agents.orderId);

    const report = await getProfitReport({});
    const ledger = await ledgerRevenue();
    expect(revenueOf(report.totals)).toBe(ledger);
    const rows = await csvRows();
    expect(sum(rows.map((row) => row.amount ?? ""))).toBe(ledger);
    for (const group of [report.skus, report.channels, report.buyers, report.days] as const) {
      expect(sum(group.map((row) => row.profit))).toBe(report.totals.profit);
      expect(sum(group.map((row) => row.cost))).toBe(report.totals.cost);
    }
    // 2 a + 3 b, 3 b, 4 a: each cost once, though the first order was paid in two parts.
    expect(report.totals.cost).toBe(formatMoney(6n * 111n + 6n * 77n));
    expect(report.totals.quantity).toBe(12);
    expect(report.buyers.find(({ site_id }) => site_id === site.id)).toMatchObject({
      site: "Agent shop",
      sales: "13.32",
      cost: "4.44",
    });
    expect(rows.filter(({ kind }) => kind === "fee")).toHaveLength(3);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(["sale", "refund", "fee"]));
  });

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
  });
});
