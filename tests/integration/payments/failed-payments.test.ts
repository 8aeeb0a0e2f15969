import { afterAll, beforeAll, describe, expect } from "vitest";
import { POST as placeGuest } from "@/app/api/v1/guest/orders/route";
import { POST as check } from "@/app/api/v1/payments/[payment_no]/check/route";
import { startPayment } from "@/lib/checkout/pay/start-payment";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { getOrderDetail } from "@/lib/orders/queries";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import type { CheckedPayment } from "@/lib/payments/schema";
import { decideTestPayment } from "@/lib/payments/test-gateway/decide-payment";
import { openTestPayment } from "@/lib/payments/test-gateway/open-payment";
import { anOrder } from "../../support/builders/orders";
import { aChannel, anOrderToPay, aPayment } from "../../support/builders/payments";
import { aClient, anEmail, aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { byPath, refused, stateOf } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";
import { type ApiServer, startApiServer } from "../../support/harness/start-api-server";
import { overrideConfig } from "../../support/harness/test-config";

let shop: ApiServer;

beforeAll(async () => {
  shop = await startApiServer();
}, 240_000);
afterAll(async () => {
  await shop.stop();
});

const look = async (payment_no: string) =>
  (await call<CheckedPayment>(check, "POST", { params: { payment_no }, body: {} })).data;

describe("a payment that the gateway declines", () => {
  it("fails when the buyer comes back, and the next try is a fresh payment that pays the order", async () => {
    overrideConfig({ "server.baseUrl": shop.url });
    for (const [decision, failure] of [
      ["fail", "declined"],
      ["close", "left"],
    ] as const) {
      const channelId = await inTransaction((tx) => createTestChannel(tx, { name: "Test", currency: "USD" }));
      const { orderId } = await anOrder({ sku: (await aProduct({ keys: 1 })).sku });
      const begin = async () => {
        const view = await startPayment({ orderId, channelId, client: aClient() });
        const opened = await openTestPayment(new URL(view.pay_url ?? "").search.slice(1));
        if (!opened.ok) throw new Error(opened.refusal);
        return { ...view, tradeNo: opened.tradeNo };
      };
      const first = await begin();
      await decideTestPayment(first.tradeNo, decision);
      expect(await look(first.payment_no)).toEqual({
        payment_no: first.payment_no,
        state: "failed",
        failure,
      });
      expect(await getOrderDetail(db(), orderId)).toMatchObject({
        last_payment: { state: "failed", failure },
        // A buyer who leaves the gateway's page says nothing about the channel.
        failed_tries: failure === "left" ? [] : [{ channel_id: channelId, times: 1 }],
      });

      const second = await begin();
      expect(second.payment_no).not.toBe(first.payment_no);
      await decideTestPayment(second.tradeNo, "pay");
      expect(await look(second.payment_no)).toMatchObject({ state: "paid", failure: null });
      expect(await stateOf(orderId)).toBe("paid/ready");
    }
  });

  it("fails by a signed notification, and money that arrives for it later is booked [C23]", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    const fields = { trade_status: "TRADE_FAILED" };
    expect(await notify(byPath(channelId), payment.paymentNo, { fields })).toEqual(refused);
    expect(await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).toMatchObject({
      state: "failed",
      failure: "declined",
      nextQueryAt: null,
    });
    expect((await aPayment(orderId, channelId)).paymentNo).not.toBe(payment.paymentNo);
    await notify(byPath(channelId), payment.paymentNo, { fields: { trade_no: "another trade" } });
    await notify(byPath(channelId), payment.paymentNo, { fields: { trade_no: "T-second" } });
    expect(await stateOf(orderId)).toBe("paid/ready");
    expect(await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).toMatchObject({
      state: "paid",
      failure: null,
    });
  });

  it("does not fail by a message with a wrong signature", async ({ gateway, notify }) => {
    const channelId = await aChannel(gateway.settings());
    const { payment } = await anOrderToPay(channelId);
    const fields = { trade_status: "TRADE_CLOSED", money: "9.90", trade_no: "T1" };
    await notify(byPath(channelId), payment.paymentNo, { fields, key: "wrong" });
    expect((await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).state).toBe("pending");
  });

  it("is not undone by a later failure once it is paid", async ({ gateway, notify }) => {
    const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
    const { orderId, payment } = await anOrderToPay(channelId);
    gateway.pay(payment.paymentNo, "9.90");
    await notify(byPath(channelId), payment.paymentNo);
    await notify(byPath(channelId), payment.paymentNo, { fields: { trade_status: "TRADE_CLOSED" } });
    expect((await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).state).toBe("paid");
    expect(await stateOf(orderId)).toBe("paid/ready");
  });
});

describe("a refund that is reported before the payment", () => {
  for (const trade_status of ["TRADE_REFUND", "TRADE_CLOSED"]) {
    it(`delivers nothing for ${trade_status} and then TRADE_SUCCESS unless the gateway says paid when asked`, async ({
      gateway,
      notify,
    }) => {
      const channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
      const { orderId, payment } = await anOrderToPay(channelId);
      const book = gateway.pay(payment.paymentNo, "9.90");
      book.status = "refunded";
      await notify(byPath(channelId), payment.paymentNo, { fields: { trade_status } });
      const success = { fields: { trade_status: "TRADE_SUCCESS" } };
      expect(await notify(byPath(channelId), payment.paymentNo, success)).toEqual(refused);
      expect(await stateOf(orderId)).toBe("unpaid/pending");
      expect(await db().alert.count({ where: { kind: "payment.refused" } })).toBe(1);
      book.status = "paid";
      await notify(byPath(channelId), payment.paymentNo, success);
      expect(await stateOf(orderId)).toBe("paid/ready");
    });
  }
});

describe("a gateway that does not answer", () => {
  it("leaves a failed payment that says so, and the next try begins anew", async ({ gateway }) => {
    const channelId = await aChannel(gateway.settings({ mode: "api" }));
    const { sku } = await aProduct({ keys: 1 });
    gateway.queryMode = "error";
    const placed = await call<{ order_no: string; payment?: unknown; last_payment: unknown }>(
      placeGuest,
      "POST",
      {
        body: {
          product_id: sku.productId,
          sku_id: sku.id,
          quantity: 1,
          email: anEmail(),
          payment_channel_id: channelId,
        },
      },
    );
    expect(placed.status).toBe(200);
    expect(placed.data.payment).toBeUndefined();
    expect(placed.data.last_payment).toMatchObject({
      channel_id: channelId,
      state: "failed",
      failure: "unreachable",
    });
    const order = await db().order.findUniqueOrThrow({ where: { orderNo: placed.data.order_no } });
    await expect(startPayment({ orderId: order.id, channelId, client: aClient() })).rejects.toMatchObject({
      kind: "state_conflict",
    });
    expect((await getOrderDetail(db(), order.id)).failed_tries).toEqual([
      { channel_id: channelId, times: 2 },
    ]);
    gateway.queryMode = "answer";
    const view = await startPayment({ orderId: order.id, channelId, client: aClient() });
    expect(view.qr_code).toContain(view.payment_no);
    const payments = await db().payment.findMany({ orderBy: { id: "asc" } });
    expect(payments.map((payment) => payment.state)).toEqual(["failed", "failed", "pending"]);
  });
});
