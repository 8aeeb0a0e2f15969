import { describe, expect } from "vitest";
import { mailOpenOrders } from "@/lib/checkout/mails/open-order-mails";
import { orderMails } from "@/lib/checkout/mails/order-mails";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { lockOrder, markOrderPaid } from "@/lib/orders/mark-order-paid";
import { forgetSettings } from "@/lib/settings/queries";
import { mailSecurity } from "@/lib/worker/handlers/account-mails";
import { sendQueuedMails } from "../../support/builders/jobs";
import { anOrder } from "../../support/builders/orders";
import { anEmail, aProduct, aUser, keyOf } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { it } from "../../support/harness/mail-test";

const pay = (orderId: number) =>
  inTransaction(async (tx) => markOrderPaid(tx, await lockOrder(tx, orderId), { actor: "test" }));

describe("mails of orders", () => {
  it("a guest gets the keys byte for byte, with a link whose token opens the order", async ({ smtp }) => {
    const { sku } = await aProduct({ keys: 3 });
    const email = anEmail();
    const { orderId } = await anOrder({ sku, quantity: 2, email });
    await pay(orderId);
    for (let i = 0; i < 2; i++)
      await Promise.all([orderMails["order.paid"]({ orderId }), orderMails["order.delivered"]({ orderId })]);
    await sendQueuedMails();
    expect(smtp.mails.map((mail) => mail.to)).toEqual([[email]]);
    const { text = "", html = "" } = smtp.mails[0] ?? {};
    for (const n of [1, 2]) {
      expect(text).toContain(`\n${keyOf(sku.id, n)}\n`);
      expect(html).toContain(keyOf(sku.id, n));
    }
    const [, orderNo, token] = /\/orders\/(K\w+)#t=([\w-]{43})/.exec(text) ?? [];
    const { GET: read } = await import("@/app/api/v1/guest/orders/[order_no]/route");
    const answer = await call(read, "GET", { token: token ?? "", params: { order_no: orderNo ?? "" } });
    expect(answer.data).toMatchObject({ order_no: orderNo, status: "delivered" });
  });

  it("a buyer who has to wait gets one mail now and the keys later", async () => {
    const { sku } = await aProduct({ kind: "none" });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    await orderMails["order.paid"]({ orderId });
    await orderMails["order.delivered"]({ orderId });
    expect((await db().mail.findMany()).map((mail) => mail.kind)).toEqual(["order_paid"]);
  });

  it("a logged-in buyer's link needs the log-in and carries no token", async ({ smtp }) => {
    const { sku } = await aProduct({ keys: 1 });
    const user = await aUser();
    const { orderId } = await anOrder({ sku, userId: user.id, email: user.email });
    await pay(orderId);
    await orderMails["order.delivered"]({ orderId });
    await sendQueuedMails();
    expect(smtp.mails[0]?.to).toEqual([user.email]);
    expect(smtp.mails[0]?.text).toMatch(/\/account\/orders\/K\w+\n/);
    expect(smtp.mails[0]?.text).not.toContain("#t=");
  });

  it("reports a failed delivery once, and not at all when it was delivered in between", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    await orderMails["order.failed"]({ orderId });
    expect(await db().mail.count()).toBe(0);
    await db().order.update({
      where: { id: orderId },
      data: { status: "paid", paymentStatus: "paid", fulfillmentStatus: "failed", paidAt: new Date() },
    });
    await orderMails["order.failed"]({ orderId });
    await orderMails["order.failed"]({ orderId });
    expect((await db().mail.findMany()).map((mail) => mail.kind)).toEqual(["order_failed"]);
  });

  it("mails new content once however often the job comes", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    await orderMails["order.secret_changed"]({ orderId });
    await orderMails["order.secret_changed"]({ orderId });
    expect(await db().mail.count()).toBe(1);
  });

  it("tells of a refund with its amount and the way the money takes, once", async ({ smtp }) => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    const data = {
      refundNo: "F0",
      orderId,
      amountCents: 250n,
      method: "gateway",
      reason: "A spare",
    } as const;
    const refund = await db().refund.create({ data });
    await orderMails["order.refunded"]({ orderId, refundId: refund.id });
    await orderMails["order.refunded"]({ orderId, refundId: refund.id });
    await sendQueuedMails();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.text).toMatch(/Refund: 2\.50 USD\nReason: A spare/);
  });

  it("reminds a buyer once of an order that is not paid after five minutes, where the setting is on", async ({
    smtp,
  }) => {
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    const { sku } = await aProduct({ keys: 2 });
    const email = anEmail();
    const { orderId } = await anOrder({ sku, email });
    testClock.advance(5 * 60 + 1);
    expect(await mailOpenOrders()).toBe(0);
    await db().setting.create({ data: { key: "openOrderMail", value: true } });
    forgetSettings();
    const counts = await Promise.all([mailOpenOrders(), mailOpenOrders()]);
    expect(counts[0] + counts[1]).toBe(1);
    const paid = await anOrder({ sku, email: anEmail() });
    await pay(paid.orderId);
    testClock.advance(5 * 60 + 1);
    expect(await mailOpenOrders()).toBe(0);
    await sendQueuedMails();
    expect(smtp.mails.map((mail) => mail.to)).toEqual([[email]]);
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect(smtp.mails[0]?.text).toContain("until 2026-03-01 10:15");
    expect(smtp.mails[0]?.text).toMatch(new RegExp(`/orders/${orderNo}#t=[\\w-]{43}`));
  });

  it("tells the owner of an account what changed and from where, the old address of a new one", async ({
    smtp,
  }) => {
    const user = await aUser({ locale: "zh" });
    const news = { userId: user.id, at: "2026-03-01T10:00:00.000Z", ip: "192.0.2.7", userAgent: "Browser" };
    await mailSecurity({ ...news, event: "password_changed" });
    await mailSecurity({ ...news, event: "password_changed" });
    await mailSecurity({ ...news, event: "email_changed", to: "old@example.com" });
    await sendQueuedMails();
    expect(smtp.mails.map((mail) => mail.to)).toEqual([[user.email], ["old@example.com"]]);
    expect(smtp.mails[0]?.subject).toBe("您的密码已修改");
    expect(smtp.mails[0]?.text).toContain("192.0.2.7");
  });

  it.for(["password_reset", "totp_reset", "passkeys_reset"] as const)(
    "tells the owner of an account what the shop did (%s), and not from where [C110]",
    async (event, { smtp }) => {
      const user = await aUser();
      await mailSecurity({
        userId: user.id,
        event,
        at: "2026-03-01T10:00:00.000Z",
        ip: null,
        userAgent: null,
      });
      await sendQueuedMails();
      expect(smtp.mails[0]?.subject).toMatch(/^The shop has /);
      expect(smtp.mails[0]?.text).toContain("contact it now");
      expect(smtp.mails[0]?.text).not.toMatch(/null|Device|Address/);
    },
  );

  it("recovery mails fresh links to the address that has orders, and nothing to one that has none [O19]", async ({
    smtp,
  }) => {
    const { sku } = await aProduct({ keys: 2 });
    const email = anEmail();
    const { orderId, guestToken } = await anOrder({ sku, email });
    await orderMails["order.recovery"]({ email, orderNo: null, locale: "en" });
    await orderMails["order.recovery"]({ email: anEmail(), orderNo: null, locale: "en" });
    await sendQueuedMails();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.to).toEqual([email]);
    expect(smtp.mails[0]?.text).not.toContain(guestToken);
    expect(await db().guestToken.count({ where: { orderId } })).toBe(2);
  });
});
