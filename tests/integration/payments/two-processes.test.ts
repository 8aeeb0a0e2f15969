import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startPayment } from "@/lib/checkout/pay/start-payment";
import { secondsFromNow } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { FakePaypal } from "@/tools/gateways/paypal";
import { ageLocks } from "../../support/builders/jobs";
import { anOrder, getOrder, stockOf } from "../../support/builders/orders";
import { aChannel, anOrderToPay, aPayment, ledgerOf } from "../../support/builders/payments";
import { aClient, anEmail, aProduct, aUser } from "../../support/builders/products";
import { addedOf, addGoods, manyKinds, nothing, oneOfEach } from "../../support/builders/sold-files";
import { aRecharge, balanceOf } from "../../support/builders/wallet";
import { FakeGateway } from "../../support/fakes/fake-gateway";
import { adapters } from "../../support/fakes/gateways/adapters";
import { startMailServer } from "../../support/fakes/mail-server";
import { isTurnOf } from "../../support/harness/seed";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { isLong, itLong, rounds } from "../../support/harness/tier";

let gateway: FakeGateway;
let servers: ApiServer[] = [];

beforeAll(async () => {
  gateway = await FakeGateway.start();
  servers = await Promise.all([startApiServer(), startApiServer()]);
}, 240_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await gateway.stop();
});
beforeEach(() => gateway.books.clear());

const address = (server: ApiServer | undefined, channelId: number) =>
  `${server?.url}/api/v1/payments/callback/epay/${channelId}`;

async function expectDeliveredOnce(orderId: number, skuId: number) {
  const order = await getOrder(orderId);
  expect(order).toMatchObject({ paymentStatus: "paid", fulfillmentStatus: "ready" });
  expect(order.items[0]?.fulfillment?.secrets).toHaveLength(1);
  expect(await ledgerOf(order.orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
  expect((await stockOf(skuId)).counters).toEqual({ available: 2, reserved: 0, sold: 1 });
}

describe("two processes on one database", { timeout: 240_000 }, () => {
  it("fifty notifications at once are fifty acknowledgements and one delivery [P1]", async () => {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment, sku } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    const acks = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        gateway.notify(address(servers[n % 2], channelId), payment.paymentNo),
      ),
    );
    expect(new Set(acks.map((ack) => `${ack.status} ${ack.body}`))).toEqual(new Set(["200 success"]));
    await expectDeliveredOnce(orderId, sku.id);
    expect(await db().ledgerTransfer.count()).toBe(1);
    expect(await db().paymentEvent.count({ where: { verdict: "accepted" } })).toBe(1);
    expect(await db().paymentEvent.count()).toBe(50);
  });

  // Each books by the same code, which api/payments asks of every one of them in one process.
  it.each(adapters.filter((_, at) => isTurnOf(at, 3)))(
    "fifty notifications of $code at once are one delivery [P1]",
    async ({ code, gateway: other, rate }) => {
      await other.start();
      onTestFinished(() => other.stop());
      const channelId = await aChannel(other.settings(), { provider: code, ...(rate ? { rate } : {}) });
      const { orderId, payment, sku } = await anOrderToPay(channelId);
      other.pay(payment.paymentNo);
      const message = other.message(payment.paymentNo);
      const send = (n: number) =>
        fetch(`${servers[n % 2]?.url}/api/v1/payments/callback/${code}/${channelId}`, message);
      const acks = await Promise.all(Array.from({ length: 50 }, (_, n) => send(n)));
      expect(new Set(acks.map(({ status }) => status))).toEqual(new Set([200]));
      await expectDeliveredOnce(orderId, sku.id);
      expect(await db().paymentEvent.count({ where: { verdict: "accepted" } })).toBe(1);
    },
  );

  it("two channels pay one order at the same time: one fulfils, the other is queued for refund [P18]", async () => {
    const channels = [await aChannel(gateway.settings()), await aChannel(gateway.settings())] as const;
    for (let round = 0; round < rounds; round++) {
      const { orderId, payment: first } = await anOrderToPay(channels[0]);
      const second = await aPayment(orderId, channels[1]);
      for (const payment of [first, second]) gateway.pay(payment.paymentNo, "9.90");
      const acks = await Promise.all([
        gateway.notify(address(servers[0], channels[0]), first.paymentNo),
        gateway.notify(address(servers[1], channels[1]), second.paymentNo),
      ]);
      expect(acks.map((ack) => ack.body)).toEqual(["success", "success"]);
      const payments = await db().payment.findMany({ where: { orderId } });
      expect(payments.map((payment) => payment.disposition).sort()).toEqual(["applied", "overpaid"]);
      const order = await getOrder(orderId);
      expect(order.items[0]?.fulfillment?.secrets).toHaveLength(1);
      const overpaid = payments.find((payment) => payment.disposition === "overpaid");
      expect(await db().refund.findMany({ where: { orderId } })).toMatchObject([
        { paymentId: overpaid?.id, amountCents: 990n, status: "pending", method: "gateway" },
      ]);
      expect(await ledgerOf(order.orderNo)).toEqual({
        shop_clearing: -1980n,
        shop_revenue: 990n,
        shop_adjustments: 990n,
      });
    }
    expect(await db().alert.count({ where: { kind: "payment.overpaid" } })).toBe(rounds);
  });

  it("books ten trades reported at once for one payment without a deadlock [P18]", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const deadlocks = async () =>
      Number(
        (
          await db().$queryRaw<{ n: bigint }[]>`
            SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()`
        )[0]?.n,
      );
    const { id: userId } = await aUser();
    const before = await deadlocks();
    const { orderId, payment: ofOrder } = await anOrderToPay(channelId);
    const recharge = await aRecharge(userId, 990n);
    const { payment_no } = await startPayment({ rechargeId: recharge.id, channelId, client: aClient() });
    for (const paymentNo of [ofOrder.paymentNo, payment_no]) {
      gateway.pay(paymentNo, "9.90");
      const acks = await Promise.all(
        Array.from({ length: 10 }, (_, n) =>
          gateway.notify(address(servers[n % 2], channelId), paymentNo, {
            fields: { trade_no: `${paymentNo}-${n}` },
          }),
        ),
      );
      expect(acks.map((ack) => `${ack.status} ${ack.body}`)).toEqual(Array(10).fill("200 success"));
    }
    for (const where of [{ orderId }, { rechargeId: recharge.id }]) {
      const payments = await db().payment.findMany({ where });
      expect(payments.map((payment) => payment.disposition).sort()).toEqual([
        "applied",
        ...Array(9).fill("overpaid"),
      ]);
    }
    expect(await db().refund.count({ where: { orderId } })).toBe(9);
    expect(await balanceOf(userId)).toBe(9_900n);
    expect(await deadlocks()).toBe(before);
  });

  it("expiry and payment at the same moment end in one of the two, never in both [O5]", async () => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const orders = rounds * 20;
    const { sku } = await aProduct({ keys: orders });
    const sweep = () =>
      db().order.updateMany({ where: { status: "pending_payment" }, data: { expireAt: secondsFromNow(-1) } });
    const outcomes = new Map<string, number>();
    for (let batch = 0; batch < rounds; batch++) {
      const begun = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const { orderId } = await anOrder({ sku, email: anEmail() });
          return { orderId, payment: await aPayment(orderId, channelId) };
        }),
      );
      for (const { payment } of begun) gateway.pay(payment.paymentNo, "9.90");
      await sweep();
      const { sweepOrders } = await import("@/lib/orders/close-order");
      const [, , ...acks] = await Promise.all([
        sweepOrders(),
        sweepOrders(),
        ...begun.map(({ payment }, n) =>
          gateway.notify(address(servers[n % 2], channelId), payment.paymentNo),
        ),
      ]);
      expect(acks.every((ack) => ack.body === "success")).toBe(true);
      for (const { orderId, payment } of begun) {
        const order = await getOrder(orderId);
        const { disposition } = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
        // Money that came after the expiry revives the order (C23): paid and delivered, the expiry undone.
        expect(order).toMatchObject({
          paymentStatus: "paid",
          fulfillmentStatus: "ready",
          status: "delivered",
        });
        expect(order.items[0]?.fulfillment?.secrets).toHaveLength(1);
        outcomes.set(String(disposition), (outcomes.get(String(disposition)) ?? 0) + 1);
      }
    }
    expect((outcomes.get("applied") ?? 0) + (outcomes.get("late") ?? 0)).toBe(orders);
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 0, reserved: 0, sold: orders },
      rows: { available: 0, reserved: 0, sold: orders },
    });
  }, 240_000);
});

describe("a process killed with SIGKILL", () => {
  const doomed: ApiServer[] = [];
  afterEach(async () => {
    await Promise.all(doomed.splice(0).map((server) => server.kill()));
  });

  /** The gateway notifies, the process dies there, and the gateway repeats itself to another one. */
  async function crashAt(failpoint: "before-commit" | "after-commit" | "before-ack", sold: object = {}) {
    const channelId = await aChannel(gateway.settings());
    const { orderId, payment, sku } = await anOrderToPay(channelId, { product: { sku: sold } });
    await addGoods(sku.id);
    gateway.pay(payment.paymentNo, "9.90");
    const first = await startApiServer({ failpoint });
    doomed.push(first);
    await expect(gateway.notify(address(first, channelId), payment.paymentNo)).rejects.toThrow();
    expect(await first.exited).toBe("SIGKILL");
    const afterCrash = { ...(await getOrder(orderId)), added: await addedOf(orderId) };
    const ack = await gateway.notify(address(servers[0], channelId), payment.paymentNo);
    return { afterCrash, ack, orderId, sku };
  }

  it("leaves nothing behind before the commit; the repeated notification delivers once [O7]", async () => {
    const { afterCrash, ack, orderId, sku } = await crashAt("before-commit", manyKinds);
    expect(afterCrash).toMatchObject({
      paymentStatus: "unpaid",
      fulfillmentStatus: "pending",
      added: nothing,
    });
    expect(ack.body).toBe("success");
    await expectDeliveredOnce(orderId, sku.id);
    expect(await addedOf(orderId)).toEqual(oneOfEach);
  });

  const late = ["after-commit", "before-ack"] as const;
  it.each(late.filter((failpoint) => isLong || failpoint === "before-ack"))(
    "leaves everything behind %s; the gateway repeats and the final state is single [O7, P10]",
    async (failpoint) => {
      const { afterCrash, ack, orderId, sku } = await crashAt(failpoint, manyKinds);
      const whole = { paymentStatus: "paid", fulfillmentStatus: "ready", added: oneOfEach };
      expect(afterCrash).toMatchObject(whole);
      expect(ack.body).toBe("success");
      await expectDeliveredOnce(orderId, sku.id);
      expect(await addedOf(orderId)).toEqual(oneOfEach);
    },
  );

  it("killed after it took an approved PayPal order's money, it takes it no second time [P10]", async () => {
    const paypal = await new FakePaypal().start();
    onTestFinished(() => paypal.stop());
    const channelId = await aChannel(paypal.settings(), { provider: "paypal" });
    const { orderId, payment, sku } = await anOrderToPay(channelId);
    const approval = paypal.approve(payment.paymentNo);
    const first = await startApiServer({ failpoint: "before-commit" });
    doomed.push(first);
    const path = `/api/v1/payments/callback/paypal/${channelId}`;
    await expect(fetch(first.url + path, approval)).rejects.toThrow();
    expect(await first.exited).toBe("SIGKILL");
    expect(paypal.captures).toBe(1);
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "unpaid" });
    expect((await fetch(servers[0]?.url + path, approval)).status).toBe(200);
    expect(paypal.captures).toBe(1);
    await expectDeliveredOnce(orderId, sku.id);
  });

  itLong(
    "a worker killed after it took a job leaves the job; another worker takes it over within a minute [O7]",
    async () => {
      const channelId = await aChannel(gateway.settings());
      const { orderId, payment, sku } = await anOrderToPay(channelId);
      gateway.pay(payment.paymentNo, "9.90");
      await db().payment.updateMany({ data: { nextQueryAt: new Date() } });
      const first = await startApiServer({ worker: true, failpoint: "after-lease" });
      doomed.push(first);
      expect(await first.exited).toBe("SIGKILL");
      expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "unpaid" });
      await ageLocks();
      doomed.push(await startApiServer({ worker: true }));
      await expect
        .poll(async () => (await getOrder(orderId)).fulfillmentStatus, { timeout: 90_000 })
        .toBe("ready");
      await expectDeliveredOnce(orderId, sku.id);
    },
  );

  it("a worker killed in the middle of a mail delivers the order once, and the mail arrives [O7]", async () => {
    const smtp = await startMailServer();
    try {
      const channelId = await aChannel(gateway.settings());
      const { orderId, payment, sku } = await anOrderToPay(channelId);
      gateway.pay(payment.paymentNo, "9.90");
      await db().payment.updateMany({ data: { nextQueryAt: new Date() } });
      const settings = { "mail.smtpUrl": smtp.url };
      const first = await startApiServer({ worker: true, failpoint: "mid-mail", settings });
      doomed.push(first);
      expect(await first.exited).toBe("SIGKILL");
      await expectDeliveredOnce(orderId, sku.id);
      expect(await db().mail.count({ where: { status: "sent" } })).toBe(0);
      await ageLocks();
      doomed.push(await startApiServer({ worker: true, settings }));
      await expect.poll(() => db().mail.count({ where: { status: "sent" } }), { timeout: 90_000 }).toBe(1);
      expect(await db().mail.findMany()).toMatchObject([{ status: "sent" }]);
      // It went out before the crash and again after it, under one message id.
      const messageIds = smtp.mails.map((mail) => mail.messageId);
      expect(new Set(messageIds).size).toBe(1);
      await expectDeliveredOnce(orderId, sku.id);
    } finally {
      await smtp.stop();
    }
  });
}, 240_000);
