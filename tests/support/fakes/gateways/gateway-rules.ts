import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as comeBack } from "@/app/api/v1/payments/return/[payment_no]/route";
import { startPayment } from "@/lib/checkout/pay/start-payment";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { newRefundNo } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import type { Payment } from "@/lib/db/generated/client";
import { findChannel } from "@/lib/payments/channels/channel-account";
import type { RefundOrder } from "@/lib/payments/provider";
import type { LoopbackGateway, Over } from "@/tools/gateways/loopback-gateway";
import { stockOf } from "../../builders/orders";
import { aChannel, anOrderToPay, aPayment, ledgerOf } from "../../builders/payments";
import { aClient } from "../../builders/products";
import { call } from "../../harness/call";
import { callbackBase, deliver, paymentEvents, stateOf } from "../../harness/deliver-notification";
import { isLong } from "../../harness/tier";

export interface GatewayRules {
  code: string;
  gateway: LoopbackGateway;
  accepted: { status: number; body: string };
  currency: string;
  /** The protocol signs a time. */
  isTimed: boolean;
  /** It tells each channel of everything in the account, so that what is no business of the channel is acknowledged. */
  isAccountWide?: boolean;
  /** Set where the content of a notification is encrypted, so that the log cannot show it. */
  isSealed?: boolean;
  /** Absent: a notification names its currency. */
  countsInOne?: boolean;
  /** Set where the merchant's name in a signed notification decides; else only the key does. */
  namesMerchant: boolean;
  /** The protocol sends nothing back. */
  refundsByHand?: boolean;
  /** The gateway hears of a payment from the buyer's browser, tells of received money alone and cannot be asked. */
  isSilent?: boolean;
}

const untouched = "unpaid/pending";
const many = isLong ? 50 : 15;

/** The rules P1–P18 that hold for every gateway, on the real route, the real database and the gateway's own protocol. */
export function itFollowsTheRules(name: string, rules: GatewayRules): void {
  const { code, gateway, accepted } = rules;
  beforeAll(async () => {
    await gateway.start();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.forget());

  const channel = () =>
    aChannel(gateway.settings(), {
      provider: code,
      ...(rules.currency === "USD" ? {} : { rate: "1" }),
    });
  const address = (channelId: number) => `${callbackBase}/${code}/${channelId}`;
  const notify = async (channelId: number, paymentNo: string, over?: Over) => {
    const { query, ...message } = gateway.message(paymentNo, over);
    const { status, body } = await deliver(address(channelId) + (query ? `?${query}` : ""), message);
    return { status, body };
  };
  const visit = async (payment: Payment) => {
    if (rules.isSilent) await fetch(payment.payUrl ?? "");
    return payment;
  };
  const begin = async (channelId: number) => {
    const begun = await anOrderToPay(channelId);
    await visit(begun.payment);
    return begun;
  };
  const paidOrder = async () => {
    const channelId = await channel();
    const begun = await begin(channelId);
    const book = gateway.pay(begun.payment.paymentNo);
    return { ...begun, channelId, book };
  };
  const expectRefused = ({ status, body }: { status: number; body: string }) => {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).not.toMatch(/ok|success/i);
  };

  describe(name, { timeout: 180_000 }, () => {
    it("takes a payment and delivers on the gateway's notification [C30, P9]", async () => {
      const { channelId, orderId, payment, sku, book } = await paidOrder();
      expect(book).toMatchObject({ cents: 990n, currency: rules.currency });
      expect(await notify(channelId, payment.paymentNo)).toEqual(accepted);
      expect(await stateOf(orderId)).toBe("paid/ready");
      expect((await stockOf(sku.id)).counters).toEqual({ available: 2, reserved: 0, sold: 1 });
      const { orderNo } = await db().order.findUniqueOrThrow({ where: { id: orderId } });
      expect(await ledgerOf(orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
      const row = await db().payment.findUniqueOrThrow({ where: { id: payment.id } });
      expect(row).toMatchObject({ state: "paid", tradeNo: book.tradeNo });
      const [event] = await paymentEvents();
      if (!rules.isSealed) expect(event?.redacted).toContain(payment.paymentNo);
      expect(event?.redacted).not.toMatch(/payer|sign(ature)?=[^[]/i);
    });

    it(`delivers once for ${many} notifications at once and ten in turn [P1]`, async () => {
      const { channelId, orderId, payment, sku } = await paidOrder();
      const atOnce = Array.from({ length: many }, () => notify(channelId, payment.paymentNo));
      for (const ack of await Promise.all(atOnce)) expect(ack).toEqual(accepted);
      for (let time = 0; time < 10; time++)
        expect(await notify(channelId, payment.paymentNo)).toEqual(accepted);
      expect(await stateOf(orderId)).toBe("paid/ready");
      expect((await stockOf(sku.id)).rows.sold).toBe(1);
      expect(await db().ledgerTransfer.count()).toBe(1);
      expect(await db().paymentEvent.count({ where: { verdict: "accepted" } })).toBe(1);
    });

    it("refuses another amount and another currency [P2, P16]", async () => {
      const { channelId, orderId, payment } = await paidOrder();
      const wrong: Over[] = [989n, 991n, 1n, 0n].map((cents) => ({ cents }));
      if (!rules.countsInOne) wrong.push({ currency: "EUR" });
      for (const over of wrong) expectRefused(await notify(channelId, payment.paymentNo, over));
      expect(await stateOf(orderId)).toBe(untouched);
      expect(await db().alert.count({ where: { kind: "payment.refused" } })).toBeGreaterThan(0);
    });

    it.skipIf(rules.isSilent)(
      "delivers nothing for a genuine notification that says waiting or expired [P4]",
      async () => {
        const { channelId, orderId, payment } = await paidOrder();
        for (const state of ["waiting", "expired"] as const)
          await notify(channelId, payment.paymentNo, { state });
        expect(await stateOf(orderId)).toBe(untouched);
        expect(await db().paymentEvent.count({ where: { verdict: "accepted" } })).toBe(0);
      },
    );

    it("refuses what another account or another key signed [P5, P7]", async () => {
      const { channelId, orderId, payment } = await paidOrder();
      expectRefused(await notify(channelId, payment.paymentNo, { isForged: true }));
      expectRefused(await notify(channelId, payment.paymentNo, { isOthers: true }));
      const [first, second] = await paymentEvents();
      expect(first).toMatchObject({ verdict: "refused", reason: "signature" });
      expect(second).toMatchObject({
        verdict: "refused",
        reason: rules.namesMerchant ? "merchant" : "signature",
      });
      expect(await stateOf(orderId)).toBe(untouched);
    });

    it("refuses a notification about another channel's payment [P6]", async () => {
      const { orderId, payment } = await paidOrder();
      const ack = await notify(await channel(), payment.paymentNo);
      if (rules.isAccountWide) expect(ack).toEqual(accepted);
      else expectRefused(ack);
      expect(await stateOf(orderId)).toBe(untouched);
    });

    it.runIf(rules.isAccountWide)(
      "acknowledges what another site of the account sold, and does nothing [C32]",
      async () => {
        const channelId = await channel();
        const ours = await begin(channelId);
        gateway.pay(ours.payment.paymentNo);
        await db().payment.update({ where: { id: ours.payment.id }, data: { paymentNo: "P-OF-THIS-SHOP" } });
        expect(await notify(channelId, ours.payment.paymentNo)).toEqual(accepted);
        expect(await stateOf(ours.orderId)).toBe(untouched);
        expect(await paymentEvents()).toMatchObject([{ verdict: "ignored", reason: "another_site" }]);
        expect(await db().alert.count()).toBe(0);
      },
    );

    it.runIf(rules.isTimed)("refuses what was signed long ago or lies ahead", async () => {
      const { channelId, orderId, payment } = await paidOrder();
      for (const seconds of [-400, 400]) {
        const at = new Date(Date.now() + seconds * 1000);
        expectRefused(await notify(channelId, payment.paymentNo, { at }));
      }
      expect(await stateOf(orderId)).toBe(untouched);
    });

    it.skipIf(rules.isSilent)("finds a payment whose notification was lost by asking [P15]", async () => {
      const channelId = await channel();
      const { orderId, payment } = await anOrderToPay(channelId);
      expect(await queryPayment(payment.id)).toBe("pending");
      gateway.pay(payment.paymentNo);
      gateway.mode = "error";
      expect(await queryPayment(payment.id)).toBe("pending");
      gateway.mode = "answer";
      expect(await queryPayment(payment.id)).toBe("paid");
      expect(await stateOf(orderId)).toBe("paid/ready");
      expect(await notify(channelId, payment.paymentNo)).toEqual(accepted);
      expect(await db().ledgerTransfer.count()).toBe(1);
    });

    it.skipIf(rules.isSilent)("says that a payment is over when the gateway says so", async () => {
      const { payment } = await anOrderToPay(await channel());
      gateway.bookOf(payment.paymentNo).state = "expired";
      expect(await queryPayment(payment.id)).toBe("failed");
    });

    it.skipIf(rules.isSilent)("begins anew after the gateway was down", async () => {
      const channelId = await channel();
      const { orderId } = await anOrderToPay(await channel());
      const begin = () => startPayment({ orderId, channelId, client: aClient() });
      gateway.mode = "error";
      await expect(begin()).rejects.toMatchObject({ kind: "state_conflict" });
      gateway.mode = "answer";
      const { payment_no } = await begin();
      expect(gateway.bookOf(payment_no).cents).toBe(990n);
    });

    it("books two payments for one order as one delivery and one overpayment [P18]", async () => {
      const channels = [await channel(), await channel()] as const;
      const { orderId, payment: first, sku } = await begin(channels[0]);
      const second = await visit(await aPayment(orderId, channels[1]));
      for (const { paymentNo } of [first, second]) gateway.pay(paymentNo);
      const acks = await Promise.all([
        notify(channels[0], first.paymentNo),
        notify(channels[1], second.paymentNo),
      ]);
      expect(acks).toEqual([accepted, accepted]);
      const payments = await db().payment.findMany({ where: { orderId } });
      expect(payments.map(({ disposition }) => disposition).sort()).toEqual(["applied", "overpaid"]);
      expect(await stateOf(orderId)).toBe("paid/ready");
      expect((await stockOf(sku.id)).rows.sold).toBe(1);
      expect(await db().refund.count({ where: { orderId, status: "pending" } })).toBe(1);
    });

    it("takes a browser that comes back with a success for nothing [P12]", async () => {
      const channelId = await channel();
      const { orderId, payment } = await begin(channelId);
      const { body = "", query = body } = gateway.message(payment.paymentNo, { state: "paid" });
      const returned = await call(comeBack, "GET", {
        path: `/api/v1/payments/return/${payment.paymentNo}?status=success&${encodeURIComponent(query)}`,
        params: { payment_no: payment.paymentNo },
      });
      expect(returned.status).toBe(303);
      expect(await stateOf(orderId)).toBe(untouched);
    });

    it("refuses a body of a megabyte and one that is not the gateway's [P17]", async () => {
      const { channelId, orderId, payment } = await paidOrder();
      const { headers } = gateway.message(payment.paymentNo);
      for (const body of ["x".repeat(1_048_576), "[]", "null", "{", "", "\u0000"])
        expectRefused(await deliver(address(channelId), { method: "POST", headers, body }));
      expect(await stateOf(orderId)).toBe(untouched);
    });
  });

  describe.skipIf(rules.refundsByHand)(`a refund through ${name}`, { timeout: 180_000 }, () => {
    const aRefund = async (
      amountCents: bigint,
    ): Promise<[RefundOrder, Awaited<ReturnType<typeof account>>]> => {
      const { channelId, payment, book } = await paidOrder();
      const order = {
        refundNo: newRefundNo(),
        payment: {
          paymentNo: payment.paymentNo,
          reference: payment.gatewayReference,
          tradeNo: book.tradeNo,
          amountCents: 990n,
          currency: rules.currency,
        },
        amountCents,
        currency: rules.currency,
        reason: "Returned by the operator",
      };
      return [order, await account(channelId)];
    };
    const account = async (channelId: number) => {
      const { refund, queryRefund } = (await findChannel(db(), channelId))?.account ?? {};
      if (!refund || !queryRefund) throw new Error("This gateway refunds nothing");
      return { refund, queryRefund };
    };

    it("is made once, however often it is asked for", async () => {
      const [order, { refund, queryRefund }] = await aRefund(400n);
      expect(await queryRefund(order)).toEqual({ state: "unknown" });
      expect(await refund(order)).toEqual({ state: "done" });
      expect(await refund(order)).toEqual({ state: "done" });
      expect(await queryRefund(order)).toEqual({ state: "done" });
      expect([...gateway.refunds.values()].map(({ cents }) => cents)).toEqual([400n]);
    });

    it("never passes what was paid", async () => {
      const [order, { refund }] = await aRefund(600n);
      expect(await refund(order)).toEqual({ state: "done" });
      expect(await refund({ ...order, refundNo: newRefundNo() })).toMatchObject({ state: "failed" });
      expect(await refund({ ...order, refundNo: newRefundNo(), amountCents: 390n })).toEqual({
        state: "done",
      });
    });

    it("whose answer is lost is found by asking", async () => {
      const [order, { refund, queryRefund }] = await aRefund(990n);
      gateway.mode = "lost";
      await expect(refund(order)).rejects.toMatchObject({ name: "GatewayError" });
      await expect(queryRefund(order)).rejects.toMatchObject({ name: "GatewayError" });
      gateway.mode = "answer";
      expect(await queryRefund(order)).toEqual({ state: "done" });
      expect(gateway.refunds.size).toBe(1);
    });
  });
}
