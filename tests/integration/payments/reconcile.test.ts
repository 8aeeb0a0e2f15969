import { describe, expect } from "vitest";
import { checkPayment, queryPayment } from "@/lib/checkout/receive/query-payment";
import { enqueueQueries, reconcilePayment } from "@/lib/checkout/receive/reconcile-payments";
import { finishRefund } from "@/lib/checkout/refund/finish-refund";
import { now, testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { peerHeader } from "@/lib/http/caller/client-info";
import { sweepOrders } from "@/lib/orders/close-order";
import { listQueuedRefunds } from "@/lib/payments/refunds/refund-queue";
import { taskQuery } from "@/lib/reports/schema";
import { listTasks } from "@/lib/reports/tasks";
import { anOrder, getOrder, stockOf } from "../../support/builders/orders";
import { aChannel, anOrderToPay, aPayment, ledgerOf } from "../../support/builders/payments";
import { aClient, addKeys, anAdmin, aProduct, aUser } from "../../support/builders/products";
import { it } from "../../support/harness/gateway-test";

const jobsOf = (kind: string) => db().$queryRaw<{ run_at: Date; key: string | null }[]>`
  SELECT run_at, key FROM graphile_worker.jobs WHERE task_identifier = ${kind} ORDER BY run_at`;

describe("the reconciler", () => {
  it("a gateway that never notifies is asked after 30 seconds, and the order is delivered [P15]", async ({
    gateway,
  }) => {
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    testClock.advance(29);
    expect(await enqueueQueries()).toBe(0);
    testClock.advance(1);
    expect(await enqueueQueries()).toBe(1);
    expect(await jobsOf("payment.query")).toMatchObject([{ key: `payment.query:${payment.id}` }]);
    await reconcilePayment(payment.id);
    const order = await getOrder(orderId);
    expect(order).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "ready" });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    expect(await db().paymentEvent.findMany()).toMatchObject([{ source: "query", verdict: "accepted" }]);
  });

  it("asks at 30 s, 1, 2, 5, 10 minutes and every 10 more, then closes the payment 24 h after expiry [C33]", async ({
    gateway,
  }) => {
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    const begun = now();
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    const asked: number[] = [];
    for (;;) {
      const { nextQueryAt, state } = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
      if (!nextQueryAt) {
        expect(state).toBe("closed");
        break;
      }
      asked.push((nextQueryAt.getTime() - begun.getTime()) / 1000);
      testClock.set(nextQueryAt);
      await reconcilePayment(payment.id);
    }
    expect(asked.slice(0, 7)).toEqual([30, 60, 120, 300, 600, 1200, 1800]);
    expect(asked.at(-1)).toBeGreaterThanOrEqual(900 + 24 * 3600);
    expect(gateway.queries).toHaveLength(asked.length);
  }, 180_000);

  it("a gateway that is down, slow or talks nonsense changes nothing and is asked again", async ({
    gateway,
  }) => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    for (const mode of ["error", "not_json", "huge", "redirect", "unknown"] as const) {
      gateway.queryMode = mode;
      expect(await queryPayment(payment.id), mode).toBe("pending");
      await reconcilePayment(payment.id);
    }
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "unpaid" });
    gateway.queryMode = "answer";
    gateway.pay(payment.paymentNo, "9.90");
    expect(await queryPayment(payment.id)).toBe("paid");
  });

  it("a query that tells another amount pays nothing and alerts [P2]", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "0.99");
    expect(await queryPayment(payment.id)).toBe("pending");
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "unpaid" });
    expect(await db().alert.count({ where: { kind: "payment.refused" } })).toBe(1);
  });

  it("makes one job of a due payment however many processes look, and another when that one is lost", async ({
    gateway,
  }) => {
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    const channelId = await aChannel(gateway.settings());
    await anOrderToPay(channelId);
    testClock.advance(30);
    const counts = await Promise.all(Array.from({ length: 6 }, () => enqueueQueries()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(1);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    testClock.advance(299);
    expect(await enqueueQueries()).toBe(0);
    testClock.advance(1);
    expect(await enqueueQueries()).toBe(1);
  });

  it("makes no job for a payment that is paid before its first question", async ({ gateway }) => {
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    expect(await queryPayment(payment.id)).toBe("paid");
    testClock.advance(3600);
    expect(await enqueueQueries()).toBe(0);
    expect(await jobsOf("payment.query")).toEqual([]);
  });

  it("lets a waiting buyer query the gateway, at a limited rate", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    for (let n = 0; n < 10; n++)
      expect(await checkPayment(payment.paymentNo)).toMatchObject({ state: "pending" });
    expect(gateway.queries).toHaveLength(1);
    gateway.pay(payment.paymentNo, "9.90");
    testClock.advance(5);
    expect(await checkPayment(payment.paymentNo)).toMatchObject({ state: "paid" });
    expect(await checkPayment("PUNKNOWN")).toBeNull();
  });
});

describe("money that comes late or twice", () => {
  it("late money with stock revives the order and delivers it [O6]", async ({ gateway }) => {
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment, sku } = await anOrderToPay(channelId);
    testClock.advance(15 * 60 + 1);
    await sweepOrders();
    expect(await getOrder(orderId)).toMatchObject({ status: "expired" });
    gateway.pay(payment.paymentNo, "9.90");
    expect(await queryPayment(payment.id)).toBe("paid");
    const order = await getOrder(orderId);
    expect(order).toMatchObject({ status: "delivered", paymentStatus: "paid", fulfillmentStatus: "ready" });
    expect(await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).toMatchObject({
      disposition: "late",
    });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 2, reserved: 0, sold: 1 });
  });

  it("late money without stock is booked, the order is failed and nothing is consumed [O6]", async ({
    gateway,
  }) => {
    testClock.set(new Date("2026-03-01T10:00:00Z"));
    const channelId = await aChannel(gateway.settings());
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    const payment = await aPayment(orderId, channelId);
    testClock.advance(15 * 60 + 1);
    await sweepOrders();
    await anOrder({ sku });
    gateway.pay(payment.paymentNo, "9.90");
    expect(await queryPayment(payment.id)).toBe("paid");
    const order = await getOrder(orderId);
    expect(order).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "failed" });
    expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
    expect(await jobsOf("order.failed")).toHaveLength(1);
    await addKeys(sku.id, 1, 50);
    expect((await stockOf(sku.id)).counters).toEqual({ available: 1, reserved: 1, sold: 0 });
  });

  it("a user's second payment goes to the balance [P18]", async ({ gateway }) => {
    const [first, second] = [await aChannel(gateway.settings()), await aChannel(gateway.settings())];
    const user = await aUser();
    const { sku } = await aProduct({ keys: 2 });
    const { orderId } = await anOrder({ sku, userId: user.id, email: user.email });
    const payments = [await aPayment(orderId, first), await aPayment(orderId, second)] as const;
    for (const { paymentNo } of payments) gateway.pay(paymentNo, "9.90");
    expect(await queryPayment(payments[0].id)).toBe("paid");
    expect(await queryPayment(payments[1].id)).toBe("paid");
    const order = await getOrder(orderId);
    expect(await ledgerOf(order.orderNo)).toEqual({
      shop_clearing: -1980n,
      shop_revenue: 990n,
      user_wallet: 990n,
    });
    expect(await db().alert.count({ where: { kind: "payment.overpaid" } })).toBe(1);
    expect(await db().refund.count()).toBe(0);
  });

  it("a guest's second payment is listed for refund, and paid back once [P18]", async ({ gateway }) => {
    const [first, second] = [await aChannel(gateway.settings()), await aChannel(gateway.settings())];
    const { orderId, payment } = await anOrderToPay(first);
    const again = await aPayment(orderId, second);
    for (const { paymentNo, id } of [payment, again]) {
      gateway.pay(paymentNo, "9.90");
      await queryPayment(id);
    }
    const admin = await anAdmin();
    const { refunds } = await listQueuedRefunds({ page: 1, per_page: 20, status: "pending" });
    expect(refunds).toMatchObject([
      { amount: "9.90", payment_no: again.paymentNo, trade_no: `T${again.paymentNo}` },
    ]);
    // One line of the to-do list, not two about the same money.
    const openTasks = async () =>
      (await listTasks(admin, taskQuery.parse({}), "en")).tasks
        .map(({ kind }) => kind)
        .filter((kind) => !kind.startsWith("stock."));
    expect(await openTasks()).toEqual(["refund.pending"]);
    const refundNo = refunds[0]?.refund_no ?? "";
    await finishRefund(admin, aClient(), refundNo);
    expect(await openTasks()).toEqual([]);
    await expect(finishRefund(admin, aClient(), refundNo)).rejects.toMatchObject({ kind: "state_conflict" });
    const order = await getOrder(orderId);
    expect(await ledgerOf(order.orderNo)).toEqual({
      shop_clearing: -990n,
      shop_revenue: 990n,
      shop_adjustments: 0n,
    });
  });

  it("the gateway takes money twice for one payment number: the second trade is overpaid", async ({
    gateway,
  }) => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    const { GET } = await import("@/app/api/v1/payments/callback/[provider]/[id]/route");
    for (const tradeNo of ["TRADE-1", "TRADE-2", "TRADE-2"]) {
      gateway.pay(payment.paymentNo, "9.90", tradeNo);
      const { url } = gateway.message(
        `http://localhost:8080/api/v1/payments/callback/epay/${channelId}`,
        payment.paymentNo,
      );
      const params = Promise.resolve({ provider: "epay", id: String(channelId) });
      expect(
        await (await GET(new Request(url, { headers: { [peerHeader]: "203.0.113.7" } }), { params })).text(),
      ).toBe("success");
    }
    const payments = await db().payment.findMany({ where: { orderId }, orderBy: { id: "asc" } });
    expect(payments.map((row) => [row.tradeNo, row.disposition])).toEqual([
      ["TRADE-1", "applied"],
      ["TRADE-2", "overpaid"],
    ]);
    expect(await db().refund.count({ where: { status: "pending" } })).toBe(1);
  });

  it("a trade number that already paid something else is refused and alerted", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const one = await anOrderToPay(channelId);
    const other = await anOrderToPay(channelId);
    gateway.pay(one.payment.paymentNo, "9.90", "SAME");
    gateway.pay(other.payment.paymentNo, "9.90", "SAME");
    expect(await queryPayment(one.payment.id)).toBe("paid");
    expect(await queryPayment(other.payment.id)).toBe("pending");
    expect(await getOrder(other.orderId)).toMatchObject({ paymentStatus: "unpaid" });
    expect(await db().alert.count({ where: { kind: "payment.refused" } })).toBe(1);
  });
});
