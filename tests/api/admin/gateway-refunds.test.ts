import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { operations as adminMoneyRequests } from "@/app/api/v1/admin/money-requests/[[...path]]/route";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminPayments } from "@/app/api/v1/admin/payments/[[...path]]/route";
import { resumeRefunds, sendRefund } from "@/lib/checkout/refund/send-refund";
import { addSeconds, now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { writeFirstViews } from "@/lib/orders/first-views";
import { getOwnOrder } from "@/lib/orders/queries";
import { getAdminOrder } from "@/lib/orders/staff/admin-queries";
import { FakeStripe } from "@/tools/gateways/stripe";
import { aChannel, anOrderToPay, aPayment, ledgerOf } from "../../support/builders/payments";
import { expectStaffOnly, staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { callbackBase, deliver, stateOf } from "../../support/harness/deliver-notification";
import { aMember, ask, decide } from "../../support/harness/money-members";
import { saying } from "../../support/harness/saying";

const gateway = new FakeStripe();
const staff = staffOfTest("manager");

beforeAll(async () => {
  await gateway.start();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.forget();
  testClock.reset();
});

const aStripeChannel = (over = {}) => aChannel(gateway.settings(), { provider: "stripe", ...over });

async function paidOrder(channelData = {}) {
  const channelId = await aStripeChannel(channelData);
  const { orderId, payment } = await anOrderToPay(channelId);
  gateway.pay(payment.paymentNo);
  await deliver(`${callbackBase}/stripe/${channelId}`, gateway.message(payment.paymentNo));
  const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
  return { orderId, orderNo, payment, channelId };
}

const refundOf = (orderNo: string, amount: string, over: object = {}) =>
  staff.call(adminOrders.refundOrder, "POST", {
    params: { order_no: orderNo },
    body: { amount, method: "gateway", ...over },
  });
const rows = () => db().refund.findMany({ orderBy: { id: "asc" } });
const turn = async () => {
  for (const { id } of await rows()) await sendRefund(id);
};
const sums = () => [...gateway.refunds.values()].map(({ cents }) => cents);

describe("a refund through the gateway", { timeout: 180_000 }, () => {
  it("moves money once for each part, and never above what was paid", async () => {
    const { orderId, orderNo } = await paidOrder();
    expect(await getAdminOrder(orderNo)).toMatchObject({ gateway_refund: { left: "9.90" } });
    const request_key = "7b6ac6f4-30c8-4b37-a318-2f3d2b9e5a10";
    for (let time = 0; time < 2; time++)
      expect((await refundOf(orderNo, "4.00", { request_key })).status).toBe(200);
    expect((await refundOf(orderNo, "6.00")).status).toBe(400);
    expect((await refundOf(orderNo, "5.90")).status).toBe(200);
    expect((await refundOf(orderNo, "0.01")).status).toBe(409);
    expect(sums()).toEqual([]);
    await turn();
    await turn();
    expect(sums()).toEqual([400n, 590n]);
    expect((await rows()).map(({ status }) => status)).toEqual(["done", "done"]);
    expect(await stateOf(orderId)).toBe("refunded/revoked");
    expect(await ledgerOf(orderNo)).toEqual({ shop_clearing: 0n, shop_revenue: 0n });
  });

  it("is asked for until the gateway has done it", async () => {
    const { orderNo } = await paidOrder();
    gateway.refundState = "pending";
    await refundOf(orderNo, "9.90");
    await turn();
    const [open] = await rows();
    expect(open).toMatchObject({ status: "processing", askedCount: 1 });
    expect(open?.nextAskAt?.getTime()).toBeGreaterThan(now().getTime());
    const by = await staff.call(adminPayments.finishRefund, "POST", {
      params: { refund_no: open?.refundNo ?? "" },
    });
    expect(by.status).toBe(409);
    for (const made of gateway.refunds.values()) made.state = "done";
    await turn();
    expect(await rows()).toMatchObject([{ status: "done", nextAskAt: null }]);
    expect(sums()).toEqual([990n]);
  });

  it("is found again after a lost answer, and not made twice", async () => {
    const { orderNo } = await paidOrder();
    await refundOf(orderNo, "9.90");
    gateway.mode = "lost";
    await turn();
    expect(await rows()).toMatchObject([{ status: "processing" }]);
    gateway.mode = "error";
    await turn();
    gateway.mode = "answer";
    await turn();
    expect(await rows()).toMatchObject([{ status: "done" }]);
    expect(sums()).toEqual([990n]);
  });

  it("is one refund and one booking for two workers at once", async () => {
    const { orderNo } = await paidOrder();
    await refundOf(orderNo, "9.90");
    const [row] = await rows();
    await Promise.all(Array.from({ length: 8 }, () => sendRefund(row?.id ?? 0)));
    expect(sums()).toEqual([990n]);
    const events = await db().orderEvent.count({ where: { kind: "refund_paid" } });
    expect(events).toBe(1);
  });

  it("becomes a task when the gateway refuses it, which can be sent again or paid by hand", async () => {
    const { orderNo } = await paidOrder();
    gateway.refundState = "failed";
    await refundOf(orderNo, "9.90");
    await turn();
    const [failed] = await rows();
    expect(failed).toMatchObject({ status: "failed", failure: saying("expired_or_canceled_card") });
    expect(await db().alert.count({ where: { kind: "payment.refund_failed" } })).toBe(1);
    const listed = (await staff.call(adminPayments.listQueuedRefunds, "GET", { path: "/x?status=failed" }))
      .data;
    expect(listed).toMatchObject({
      refunds: [{ can_send: true, failure: saying("expired_or_canceled_card") }],
    });
    gateway.refunds.clear();
    gateway.refundState = "done";
    const params = { refund_no: failed?.refundNo ?? "" };
    await expectStaffOnly(adminPayments.resendRefund, "POST", { params }, "support");
    expect((await staff.call(adminPayments.resendRefund, "POST", { params })).data).toMatchObject({
      status: "processing",
    });
    expect((await staff.call(adminPayments.resendRefund, "POST", { params })).status).toBe(409);
    await turn();
    expect(await rows()).toMatchObject([{ status: "done", attempt: 1 }]);
    expect(await db().alert.count({ where: { kind: "payment.refund_failed", resolvedAt: null } })).toBe(0);
    expect([...gateway.refunds.keys()]).toEqual([`${failed?.refundNo}-1`]);
    expect((await staff.call(adminPayments.finishRefund, "POST", { params })).status).toBe(409);
  });

  it("sends money back that a guest paid twice", async () => {
    const { orderId, orderNo, channelId, payment } = await paidOrder();
    gateway.bookOf(payment.paymentNo).tradeNo = "pi_second";
    await deliver(`${callbackBase}/stripe/${channelId}`, gateway.message(payment.paymentNo));
    const [task] = await db().refund.findMany({ where: { orderId } });
    expect(task).toMatchObject({ status: "pending", amountCents: 990n });
    const params = { refund_no: task?.refundNo ?? "" };
    expect((await staff.call(adminPayments.resendRefund, "POST", { params })).status).toBe(200);
    await turn();
    expect(await rows()).toMatchObject([{ status: "done" }]);
    expect([...gateway.refunds.values()]).toMatchObject([{ tradeNo: "pi_second", cents: 990n }]);
    expect(await ledgerOf(orderNo)).toEqual({
      shop_clearing: -990n,
      shop_revenue: 990n,
      shop_adjustments: 0n,
    });
  });

  it("is sent by a second person alone where overpaid money is above a limit", async () => {
    const { orderId, channelId, payment } = await paidOrder();
    gateway.bookOf(payment.paymentNo).tradeNo = "pi_second";
    await deliver(`${callbackBase}/stripe/${channelId}`, gateway.message(payment.paymentNo));
    const { refundNo } = await db().refund.findFirstOrThrow({ where: { orderId } });
    const [asker, second] = [await aMember({ act: 0n }), await aMember()];
    const { headers } = asker;
    expect(
      (await call(adminPayments.resendRefund, "POST", { headers, params: { refund_no: refundNo } })).status,
    ).toBe(403);
    expect(await rows()).toMatchObject([{ status: "pending" }]);
    const asked = await ask(asker, { kind: "refund.send", refund_no: refundNo });
    expect((await decide(adminMoneyRequests.approveMoneyRequest, second, asked.data.id)).status).toBe(200);
    await turn();
    expect(await rows()).toMatchObject([{ status: "done" }]);
    expect(sums()).toEqual([990n]);
  });

  it("sends back the gateway's own sum at a rate, to the last cent", async () => {
    const channelId = await aChannel(gateway.settings({ currency: "EUR" }), {
      provider: "stripe",
      rate: "0.9137",
    });
    const { orderId, payment } = await anOrderToPay(channelId);
    expect(payment).toMatchObject({ gatewayCents: 905n, gatewayCurrency: "EUR" });
    gateway.pay(payment.paymentNo);
    await deliver(`${callbackBase}/stripe/${channelId}`, gateway.message(payment.paymentNo));
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    expect((await getAdminOrder(orderNo)).payments).toMatchObject([{ gateway_amount: "9.05" }]);
    for (const amount of ["3.33", "3.33", "3.24"]) expect((await refundOf(orderNo, amount)).status).toBe(200);
    await turn();
    expect(sums().reduce((sum, cents) => sum + cents)).toBe(905n);
  });

  it("keeps the channel's fee", async () => {
    const { orderNo } = await paidOrder({ feeBps: 1_000 });
    expect((await getAdminOrder(orderNo)).payments).toMatchObject([{ fee_amount: "0.99" }]);
    expect((await refundOf(orderNo, "9.90")).status).toBe(200);
    await turn();
    expect(sums()).toEqual([990n]);
  });

  it("is refused where the order was not paid through such a gateway", async () => {
    const { sku: _sku, orderId } = await anOrderToPay(await aStripeChannel());
    const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
    await aPayment(orderId, await aStripeChannel());
    expect((await refundOf(orderNo, "9.90")).status).toBe(409);
  });

  it("is taken up again after its job was lost, and tells the operator after a day", async () => {
    const { orderNo } = await paidOrder();
    await refundOf(orderNo, "9.90");
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    testClock.set(addSeconds(now(), 2 * 24 * 3_600));
    await resumeRefunds();
    const [jobs] = await db().$queryRaw<{ n: bigint }[]>`
      SELECT count(*) AS n FROM graphile_worker.jobs WHERE task_identifier = 'refund.send'`;
    expect(jobs?.n).toBe(1n);
    gateway.mode = "error";
    await turn();
    expect(await db().alert.count({ where: { kind: "payment.refund_open" } })).toBe(1);
  });
});

describe("a dispute", { timeout: 180_000 }, () => {
  const say = (channelId: number, paymentNo: string, status: "needs_response" | "won" | "lost") =>
    deliver(`${callbackBase}/stripe/${channelId}`, gateway.dispute(paymentNo, status));
  const alerts = async () =>
    (
      await db().alert.findMany({ where: { kind: { startsWith: "payment.disp" } }, orderBy: { id: "asc" } })
    ).map(({ kind, resolvedAt, message }) => ({ kind, isOpen: resolvedAt === null, message }));

  it("freezes the order once, tells the operator until when to answer, and ends by the gateway's word", async () => {
    const { orderId, orderNo, payment, channelId } = await paidOrder();
    const opened = await Promise.all(
      [1, 2, 3].map(() => say(channelId, payment.paymentNo, "needs_response")),
    );
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [alert] = await alerts();
    expect(alert).toMatchObject({ kind: "payment.disputed", isOpen: true });
    expect(alert?.message).toContain("2027-01-01 00:00");
    expect((await refundOf(orderNo, "1.00")).headers.get("x-error-rule")).toBe("order_disputed");
    expect(await db().orderEvent.count({ where: { orderId, kind: "disputed" } })).toBe(1);
    await say(channelId, payment.paymentNo, "won");
    expect(await alerts()).toMatchObject([{ isOpen: false }]);
    // A late repeat of the beginning opens nothing again.
    await say(channelId, payment.paymentNo, "needs_response");
    expect(await alerts()).toMatchObject([{ isOpen: false }]);
    expect((await refundOf(orderNo, "1.00")).status).toBe(200);
  });

  it("leaves the operator to book it once it is lost, whatever came first", async () => {
    const { orderNo, payment, channelId } = await paidOrder();
    await say(channelId, payment.paymentNo, "lost");
    await say(channelId, payment.paymentNo, "needs_response");
    expect(await alerts()).toMatchObject([{ kind: "payment.dispute_lost", isOpen: true }]);
    expect((await refundOf(orderNo, "9.90", { method: "manual", paid_back: true })).status).toBe(200);
  });

  it("is recorded by hand for another gateway", async () => {
    const { orderNo } = await paidOrder();
    const params = { order_no: orderNo };
    const body = { dispute_no: "D-1", state: "open", reason: "not received", due_at: "2027-01-01T00:00:00Z" };
    const record = (over: object = {}) =>
      staff.call(adminOrders.recordDispute, "POST", { params, body: { ...body, ...over } });
    expect((await record()).status).toBe(200);
    expect((await record()).headers.get("x-error-rule")).toBe("dispute_known");
    expect((await refundOf(orderNo, "1.00")).status).toBe(409);
    expect((await record({ state: "won" })).status).toBe(200);
    expect((await refundOf(orderNo, "1.00")).status).toBe(200);
    await expectStaffOnly(adminOrders.recordDispute, "POST", { params, body }, "viewer");
  });

  it("is answered with evidence that holds no key", async () => {
    const { orderId, orderNo, payment } = await paidOrder();
    await db().mail.updateMany({ data: { status: "sent", sentAt: now() } });
    const params = { order_no: orderNo };
    const readers = await Promise.all(
      [1, 2].map(() => getOwnOrder({ kind: "guest", orderId }, orderNo, "203.0.113.5")),
    );
    expect(readers.map(({ status }) => status)).toEqual(["delivered", "delivered"]);
    await writeFirstViews();
    await getOwnOrder({ kind: "guest", orderId }, orderNo, "203.0.113.6");
    await writeFirstViews();
    const answer = await staff.call(adminOrders.collectEvidence, "GET", { params });
    expect(answer.headers.get("content-disposition")).toContain(`evidence-${orderNo}.json`);
    expect(answer.json).toMatchObject({
      order: { order_no: orderNo, amount: "9.90" },
      payments: [{ payment_no: payment.paymentNo, state: "paid" }],
      items: [{ keys_handed_over: 1, status: "ready", handed_over_at: expect.any(String) }],
      goods_first_seen: { at: expect.any(String), from_ip: "203.0.113.5" },
      terms: null,
    });
    type Shown = { items: { fulfillment: { payload: string } }[] };
    const shown = await staff.call<Shown>(adminOrders.revealOrder, "POST", { params });
    const key = shown.data.items[0]?.fulfillment.payload ?? "";
    expect(key).not.toBe("");
    expect(answer.text).not.toContain(key);
  });
});
