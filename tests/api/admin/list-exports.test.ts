import { beforeEach, describe, expect } from "vitest";
import { operations as adminCoupons } from "@/app/api/v1/admin/coupons/[[...path]]/route";
import { operations as adminCallbacks } from "@/app/api/v1/admin/interconnect/callbacks/[[...path]]/route";
import { operations as adminPurchases } from "@/app/api/v1/admin/interconnect/purchases/[[...path]]/route";
import { operations as adminSites } from "@/app/api/v1/admin/interconnect/sites/[[...path]]/route";
import { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import { operations as adminReviews } from "@/app/api/v1/admin/reviews/[[...path]]/route";
import { db } from "@/lib/db/client";
import { refundOrder } from "@/lib/orders/refund/refund-order";
import { accountDesk, aPaidOrder } from "../../support/builders/agent-account";
import { buy } from "../../support/builders/agent-shop";
import { aDeliveredOrder } from "../../support/builders/callbacks";
import { anOrder, getOrder, pay } from "../../support/builders/orders";
import { aClient, anAdmin, aProduct } from "../../support/builders/products";
import { aSoldProduct } from "../../support/builders/reviews";
import { aSite } from "../../support/builders/sites";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { it } from "../../support/harness/agent-shop-test";
import { listDownloads } from "../../support/harness/list-download";
import { expectRefusal } from "../../support/harness/public-suite";
import { overrideConfig } from "../../support/harness/test-config";

const staff = staffOfTest();
const { download, audited } = listDownloads(staff);

beforeEach(() => overrideConfig({ "interconnect.allowPrivateNetworks": "true" }));

async function aRefund(reason: string): Promise<string> {
  const { sku } = await aProduct({ keys: 1, priceCents: 2000n });
  const { orderId } = await anOrder({ sku });
  await pay(orderId);
  const { orderNo } = await getOrder(orderId);
  return refundOrder(await anAdmin(), aClient(), { orderNo, amountCents: 500n, method: "manual", reason });
}

describe("a list as a file, in one row of the audit log [A25]", () => {
  it("has the refunds that its filter finds, for who may export buyers' addresses", async () => {
    await expectStaffOnly(adminPayments.exportRefunds, "GET", {}, "viewer");
    const early = await aRefund("=1+1");
    const late = await aRefund("Bought twice");
    const { id } = await db().refund.findUniqueOrThrow({ where: { refundNo: late } });
    await db().refund.update({ where: { id }, data: { createdAt: new Date("2090-01-02") } });
    const rows = await download(adminPayments.exportRefunds, "status=pending");
    expect(rows).toMatchObject([
      { refund_no: early, status: "pending", amount: "5.00", reason: "=1+1" },
      { refund_no: late, reason: "Bought twice", created_at: "2090-01-02T00:00:00.000Z" },
    ]);
    expect(rows[0]?.email).toMatch(/@/);
    await audited("refund.export", "refunds");
    const { text } = await staff.call(adminPayments.exportRefunds, "GET");
    expect(text).toContain(`"'=1+1"`);
    expect(await download(adminPayments.exportRefunds, "from=2090-01-01T00:00:00Z")).toMatchObject([
      { refund_no: late },
    ]);
    expect(await download(adminPayments.exportRefunds, "status=done")).toEqual([]);
  });

  it("has the purchases at main sites", async ({ sku }) => {
    await expectStaffOnly(adminPurchases.exportPurchases, "GET", {}, "support");
    const [first, second] = [(await buy(sku)).data, (await buy(sku)).data];
    expect(await download(adminPurchases.exportPurchases)).toMatchObject(
      [first, second].map(({ order_no }) => ({ order_no, connection: expect.stringMatching(/./) })),
    );
    await audited("purchase.export", "purchases");
    expect(await download(adminPurchases.exportPurchases, `search=${second.order_no}`)).toMatchObject([
      { order_no: second.order_no, quantity: "1", status: "created" },
    ]);
  });

  it("has the callbacks to agents, without their bodies", async () => {
    await expectStaffOnly(adminCallbacks.exportCallbacks, "GET", {}, "support");
    const agent = await aSite();
    await db().site.update({
      where: { id: agent.site.id },
      data: { callbackUrl: "https://agent.example/cb" },
    });
    const { sku } = await aProduct({ keys: 2 });
    const { order } = await aDeliveredOrder(agent, sku);
    const rows = await download(adminCallbacks.exportCallbacks, `site_id=${agent.site.id}`);
    expect(rows[0]).toMatchObject({ order_no: order.orderNo, site: agent.site.name, attempts: "0" });
    expect(Object.keys(rows[0] ?? {})).not.toContain("body");
    await audited("callback.export", "callbacks");
    expect(await download(adminCallbacks.exportCallbacks, "site_id=999999")).toEqual([]);
  });

  it("has the coupons with what they are limited to", async () => {
    await expectStaffOnly(adminCoupons.exportCoupons, "GET", {}, null);
    const { sku } = await aProduct();
    const terms = { kind: "percent", percent: 20, product_ids: [sku.productId], total_limit: 3 };
    for (const code of ["AUTUMN", "WINTER"])
      expect((await staff.call(adminCoupons.createCoupon, "POST", { body: { ...terms, code } })).status).toBe(
        200,
      );
    expect((await download(adminCoupons.exportCoupons)).map(({ code }) => code)).toEqual([
      "AUTUMN",
      "WINTER",
    ]);
    await audited("coupon.export", "coupons");
    const of = { product_ids: String(sku.productId), total_limit: "3", is_active: "true", value: "" };
    expect(await download(adminCoupons.exportCoupons, "search=wint")).toMatchObject([
      { code: "WINTER", percent: "20", ...of },
    ]);
  });

  it("has the reviews that its filter finds, with no address of their buyers", async () => {
    await expectStaffOnly(adminReviews.exportReviews, "GET", {}, null);
    const { product, orders } = await aSoldProduct(2);
    for (const [n, { write }] of orders.entries()) await write(5 - n, n === 0 ? "=1+1" : "Slow");
    const rows = await download(adminReviews.exportReviews, `product_id=${product.id}`);
    const of = { product: product.title, product_id: String(product.id), author: "", status: "waiting" };
    expect(rows).toMatchObject([
      { ...of, order_no: orders[0]?.no, stars: "5", text: "=1+1" },
      { ...of, order_no: orders[1]?.no, stars: "4", text: "Slow" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("@");
    const { text } = await staff.call(adminReviews.exportReviews, "GET");
    expect(text).toContain(`"'=1+1"`);
    await audited("review.export", "reviews");
    expect(await download(adminReviews.exportReviews, "stars=4")).toMatchObject([{ text: "Slow" }]);
    expect(await download(adminReviews.exportReviews, "status=hidden")).toEqual([]);
  });

  it("has the statements of one agent and of no other", async () => {
    const [agent, other] = [await aSite(), await aSite()];
    const params = { site_id: String(agent.site.id) };
    await expectStaffOnly(adminSites.exportStatements, "GET", { params }, "support");
    const desk = accountDesk(staff, agent.site.id);
    await aPaidOrder(agent, (await aProduct({ keys: 2, priceCents: 1000n })).sku);
    const { period } = await desk.read();
    const { id } = (await desk.close(period.to, period.amount)).data;
    expect(await download(adminSites.exportStatements, "", params)).toMatchObject([
      { id: String(id), from: period.from, to: period.to, orders: "1", amount: "10.00", settled_at: "" },
    ]);
    await audited("site.export_statements", `site:${agent.site.id}`);
    expect(await download(adminSites.exportStatements, "", { site_id: String(other.site.id) })).toEqual([]);
    const unknown = await staff.call(adminSites.exportStatements, "GET", { params: { site_id: "999999" } });
    expectRefusal(unknown, 404, "Site not found");
  });
});
