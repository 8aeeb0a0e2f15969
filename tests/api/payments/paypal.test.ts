import { describe, expect, it } from "vitest";
import { queryPayment } from "@/lib/checkout/receive/query-payment";
import { db } from "@/lib/db/client";
import { isDisputed } from "@/lib/orders/disputes";
import { FakePaypal } from "@/tools/gateways/paypal";
import { aChannel, anOrderToPay } from "../../support/builders/payments";
import { itFollowsTheRules } from "../../support/fakes/gateways/gateway-rules";
import { callbackBase, deliver, stateOf } from "../../support/harness/deliver-notification";

const gateway = new FakePaypal();
const accepted = { status: 200, body: "{}" };

itFollowsTheRules("PayPal", {
  code: "paypal",
  isAccountWide: true,
  gateway,
  accepted,
  currency: "USD",
  isTimed: false,
  namesMerchant: false,
});

describe("a PayPal order that its buyer approved", () => {
  const begin = async () => {
    const channelId = await aChannel(gateway.settings(), { provider: "paypal" });
    return { channelId, ...(await anOrderToPay(channelId)) };
  };

  it("is taken when PayPal reports the approval, and delivered", async () => {
    const { channelId, orderId, payment } = await begin();
    const address = `${callbackBase}/paypal/${channelId}`;
    const approval = gateway.approve(payment.paymentNo);
    const answers = await Promise.all([1, 2, 3, 4].map(() => deliver(address, approval)));
    for (const answer of answers) expect(answer).toMatchObject(accepted);
    expect(gateway.captures).toBe(1);
    expect(await stateOf(orderId)).toBe("paid/ready");
    expect(await deliver(address, gateway.message(payment.paymentNo))).toMatchObject(accepted);
    expect(await db().ledgerTransfer.count()).toBe(1);
  });

  it("is taken when the shop asks, also after the answer to the capture was lost", async () => {
    const { orderId, payment } = await begin();
    expect(await queryPayment(payment.id)).toBe("pending");
    gateway.approve(payment.paymentNo);
    gateway.pay(payment.paymentNo).state = "waiting";
    gateway.lostPath = "/capture";
    expect(await queryPayment(payment.id)).toBe("pending");
    gateway.lostPath = null;
    expect(gateway.captures).toBe(1);
    expect(await queryPayment(payment.id)).toBe("paid");
    expect(await stateOf(orderId)).toBe("paid/ready");
    expect(gateway.captures).toBe(1);
  });

  it("is not taken for an order that is over or was paid otherwise", async () => {
    const { orderId, payment } = await begin();
    gateway.approve(payment.paymentNo);
    await db().order.update({ where: { id: orderId }, data: { expireAt: new Date(Date.now() - 1_000) } });
    expect(await queryPayment(payment.id)).toBe("pending");
    expect(gateway.captures).toBe(0);
  });

  it("is asked for with a new token when PayPal took the old one back", async () => {
    await begin();
    gateway.token = "A21AAsecond";
    const { payment } = await begin();
    expect(gateway.bookOf(payment.paymentNo).cents).toBe(990n);
  });
});

it("a case at PayPal freezes its order until it is resolved", async () => {
  const channelId = await aChannel(gateway.settings(), { provider: "paypal" });
  const { orderId, payment } = await anOrderToPay(channelId);
  const address = `${callbackBase}/paypal/${channelId}`;
  gateway.pay(payment.paymentNo);
  await deliver(address, gateway.message(payment.paymentNo));
  expect(await deliver(address, gateway.dispute(payment.paymentNo))).toMatchObject(accepted);
  expect(await isDisputed(db(), orderId)).toBe(true);
  const resolved = gateway.dispute(payment.paymentNo, "RESOLVED_SELLER_FAVOUR");
  expect(await deliver(address, resolved)).toMatchObject(accepted);
  expect(await isDisputed(db(), orderId)).toBe(false);
  expect(await db().alert.findMany({ where: { kind: { startsWith: "payment.disp" } } })).toMatchObject([
    { kind: "payment.disputed", resolvedAt: expect.any(Date) },
  ]);
});
