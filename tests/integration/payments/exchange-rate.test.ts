import { describe, expect } from "vitest";
import { startPayment } from "@/lib/checkout/pay/start-payment";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { db } from "@/lib/db/client";
import { listAdminChannels } from "@/lib/payments/admin-queries";
import { findChannel } from "@/lib/payments/channels/channel-account";
import { testChannel } from "@/lib/payments/channels/test-channel";
import { updateChannel } from "@/lib/payments/channels/update-channel";
import { listOpenChannels } from "@/lib/payments/queries";
import { aForeignChannel, anOpenOrder, start } from "../../support/builders/foreign-channel";
import { getOrder } from "../../support/builders/orders";
import { ledgerOf } from "../../support/builders/payments";
import { aClient, anAdmin } from "../../support/builders/products";
import { accepted, byPath, refused, stateOf } from "../../support/harness/deliver-notification";
import { it } from "../../support/harness/gateway-test";

const paymentOf = (paymentNo: string) => db().payment.findUniqueOrThrow({ where: { paymentNo } });

describe("a channel that counts in another currency", () => {
  it("is hidden from buyers without a rate, says so to staff, and takes no payment", async ({ gateway }) => {
    const channelId = await aForeignChannel(gateway);
    expect(await listOpenChannels()).toEqual([]);
    expect(await listAdminChannels()).toMatchObject([
      { is_active: true, is_usable: true, is_offered: false, currency: "CNY", rate: null },
    ]);
    await expect(start(await anOpenOrder(), channelId)).rejects.toMatchObject({
      kind: "malformed",
      message: "takes CNY, not USD",
    });
    const { passed, steps } = await testChannel(await anAdmin(), aClient(), channelId);
    expect(passed).toBe(false);
    expect(steps.find(({ name }) => name === "currency")).toMatchObject({ passed: false });
  });

  it("is offered at its rate", async ({ gateway }) => {
    await aForeignChannel(gateway, { rate: "7.12" });
    expect(await listOpenChannels()).toMatchObject([{ currency: "CNY", exchange_rate: "7.12" }]);
    expect(await listAdminChannels()).toMatchObject([{ is_offered: true, rate: "7.12" }]);
  });

  it("asks the gateway for the sum at the rate, and books what the order costs", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const view = await start(orderId, channelId);
    expect(view).toMatchObject({ amount: "9.90", gateway_amount: "70.49", gateway_currency: "CNY" });
    expect(view.pay_url).toContain("money=70.49");
    expect(await paymentOf(view.payment_no)).toMatchObject({
      amountCents: 990n,
      currency: "USD",
      gatewayCents: 7049n,
      gatewayCurrency: "CNY",
    });
    gateway.pay(view.payment_no, "70.49");
    expect(await notify(byPath(channelId), view.payment_no)).toEqual(accepted);
    expect(await stateOf(orderId)).toBe("paid/ready");
    const { orderNo } = await getOrder(orderId);
    expect(await ledgerOf(orderNo)).toEqual({ shop_clearing: -990n, shop_revenue: 990n });
  });

  it("compares the gateway's sum exactly: the shop's own amount and a cent less are refused", async ({
    gateway,
    notify,
  }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const { payment_no } = await start(orderId, channelId);
    for (const money of ["9.90", "70.48", "70.50"]) {
      gateway.pay(payment_no, money);
      expect(await notify(byPath(channelId), payment_no)).toEqual(refused);
    }
    expect(await stateOf(orderId)).toBe("unpaid/pending");
  });

  it("keeps the rate that a payment began with, and begins another payment at a new one", async ({
    gateway,
  }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const first = await start(orderId, channelId);
    await updateChannel(await anAdmin(), aClient(), channelId, { rate: "8" });
    const second = await start(orderId, channelId);
    expect(second.payment_no).not.toBe(first.payment_no);
    expect(second.gateway_amount).toBe("79.20");
    gateway.pay(first.payment_no, "70.49");
    expect(await queryPayment((await paymentOf(first.payment_no)).id)).toBe("paid");
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("rounds up or to the nearest cent, once, after the fee", async ({ gateway }) => {
    const up = await aForeignChannel(gateway, { rate: "0.33333333", feeBps: 100 });
    const nearest = await aForeignChannel(gateway, {
      rate: "0.33333333",
      rateRounding: "nearest",
      feeBps: 100,
    });
    const orderId = await anOpenOrder(1000n);
    // 10.10 with its fee, at a third: 3.36666663.
    expect((await start(orderId, up)).gateway_amount).toBe("3.37");
    expect((await start(orderId, nearest)).gateway_amount).toBe("3.37");
    const low = await anOpenOrder(100n);
    // 1.01 at a third: 0.33666666.
    expect((await start(low, up)).gateway_amount).toBe("0.34");
    expect((await start(low, nearest)).gateway_amount).toBe("0.34");
    const least = await anOpenOrder(1n);
    expect((await start(least, up)).gateway_amount).toBe("0.01");
    await expect(start(least, nearest)).rejects.toMatchObject({ message: "cannot take this sum in CNY" });
  });

  it("begins the first payment of a new order the same way", async ({ gateway }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const order = await getOrder(orderId);
    const channel = await findChannel(db(), channelId);
    const view = await startPayment({
      orderId,
      orderNo: order.orderNo,
      channelId,
      channel: channel as never,
      client: aClient(),
    });
    expect(view).toMatchObject({ amount: "9.90", gateway_amount: "70.49" });
    expect(await paymentOf(view.payment_no)).toMatchObject({ gatewayCents: 7049n, gatewayCurrency: "CNY" });
    expect((await start(orderId, channelId)).payment_no).toBe(view.payment_no);
  });

  it("books a second payment of one number in the shop's currency", async ({ gateway, notify }) => {
    const channelId = await aForeignChannel(gateway, { rate: "7.12" });
    const orderId = await anOpenOrder();
    const { payment_no } = await start(orderId, channelId);
    gateway.pay(payment_no, "70.49");
    await notify(byPath(channelId), payment_no);
    gateway.pay(payment_no, "70.49", "T-second");
    expect(await notify(byPath(channelId), payment_no)).toEqual(accepted);
    expect(await db().refund.findMany()).toMatchObject([{ amountCents: 990n, status: "pending" }]);
  });
});
