import { describe, expect } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeOrder, sweepOrders } from "@/lib/orders/close-order";
import { anOrder } from "../../support/builders/orders";
import { aChannel, aPayment } from "../../support/builders/payments";
import { anEmail, aProduct, aUser } from "../../support/builders/products";
import { balanceOf, giveBalance } from "../../support/builders/wallet";
import type { FakeGateway } from "../../support/fakes/fake-gateway";
import { accepted, byPath, stateOf } from "../../support/harness/deliver-notification";
import { it, type Notify } from "../../support/harness/gateway-test";

let channelId: number;

it.beforeEach(async ({ gateway }) => {
  channelId = await aChannel(gateway.settings({ confirm_by_query: false }));
});

const cancel = (orderId: number) => inTransaction((tx) => closeOrder(tx, orderId, "canceled", "guest"));

async function expire() {
  testClock.advance(15 * 60 + 1);
  await sweepOrders();
}

type Options = Omit<Parameters<typeof anOrder>[0], "sku">;

/** An order with a payment under way. */
async function begin(
  gateway: FakeGateway,
  notify: Notify,
  sku: Parameters<typeof anOrder>[0]["sku"],
  options: Options = {},
) {
  const { orderId } = await anOrder({ sku, ...options });
  const payment = await aPayment(orderId, channelId);
  const pay = async () => {
    gateway.pay(
      payment.paymentNo,
      `${payment.amountCents / 100n}.${String(payment.amountCents % 100n).padStart(2, "0")}`,
    );
    expect(await notify(byPath(channelId), payment.paymentNo)).toEqual(accepted);
    return (await db().payment.findUniqueOrThrow({ where: { id: payment.id } })).disposition;
  };
  return { orderId, payment, pay };
}

const raise = (skuId: number, priceCents: bigint) =>
  db().sku.update({ where: { id: skuId }, data: { priceCents } });

describe("money for an order that its buyer canceled [C69]", () => {
  it("delivers while the price is not above what was paid", async ({ gateway, notify }) => {
    const { sku } = await aProduct({ keys: 2 });
    const { orderId, pay } = await begin(gateway, notify, sku);
    await cancel(orderId);
    await raise(sku.id, 980n);
    expect(await pay()).toBe("late");
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("is a refund to make, and no delivery, once the price rose", async ({ gateway, notify }) => {
    const { sku } = await aProduct({ keys: 2 });
    const { orderId, pay } = await begin(gateway, notify, sku);
    await cancel(orderId);
    await raise(sku.id, 10_000n);
    expect(await pay()).toBe("overpaid");
    expect(await stateOf(orderId)).toBe("unpaid/pending");
    expect(await db().refund.findMany({ where: { orderId } })).toMatchObject([
      { amountCents: 990n, status: "pending" },
    ]);
  });

  it("goes to a member's balance when the product is not sold any more", async ({ gateway, notify }) => {
    const { sku } = await aProduct({ keys: 2 });
    const user = await aUser();
    const { orderId, pay } = await begin(gateway, notify, sku, { userId: user.id, email: user.email });
    await cancel(orderId);
    await db().product.update({ where: { id: sku.productId }, data: { status: "archived" } });
    expect(await pay()).toBe("overpaid");
    expect(await balanceOf(user.id)).toBe(990n);
  });

  it("takes the balance part again only when the order is delivered", async ({ gateway, notify }) => {
    const { sku } = await aProduct({ keys: 2 });
    const user = await aUser();
    await giveBalance(user.id, 500n);
    const { orderId, pay } = await begin(gateway, notify, sku, {
      userId: user.id,
      email: user.email,
      useBalance: true,
    });
    await cancel(orderId);
    await raise(sku.id, 10_000n);
    expect(await pay()).toBe("overpaid");
    expect(await balanceOf(user.id)).toBe(990n);
    expect(await db().walletHold.count({ where: { status: "held" } })).toBe(0);
  });
});

describe("money for an order that expired", () => {
  it("delivers at the old price when no coupon was used [C23]", async ({ gateway, notify }) => {
    const { sku } = await aProduct({ keys: 2 });
    const { orderId, pay } = await begin(gateway, notify, sku);
    await expire();
    await raise(sku.id, 10_000n);
    expect(await pay()).toBe("late");
    expect(await stateOf(orderId)).toBe("paid/ready");
  });

  it("counts the coupon again, and delivers nothing when it was used up in between", async ({
    gateway,
    notify,
  }) => {
    const { sku } = await aProduct({ keys: 4 });
    const coupon = { code: "ONCE", kind: "percent", percent: 90, totalLimit: 1 } as const;
    const { id } = await db().coupon.create({ data: coupon });
    const first = await begin(gateway, notify, sku, { couponCode: "ONCE" });
    await expire();
    const second = await begin(gateway, notify, sku, { couponCode: "ONCE" });
    expect(await second.pay()).toBe("applied");
    expect(await first.pay()).toBe("overpaid");
    expect(await stateOf(first.orderId)).toBe("unpaid/pending");
    expect((await db().coupon.findUniqueOrThrow({ where: { id } })).usedCount).toBe(1);
  });
});

it("gives one discount for a coupon of one use, however many orders are made and canceled before they are paid", async ({
  gateway,
  notify,
}) => {
  const { sku } = await aProduct({ keys: 8 });
  const coupon = { code: "ONCE", kind: "percent", percent: 90, totalLimit: 1, perBuyerLimit: 1 } as const;
  const { id } = await db().coupon.create({ data: coupon });
  const email = anEmail();
  const begun = [];
  for (let n = 0; n < 4; n++) {
    const one = await begin(gateway, notify, sku, { couponCode: "ONCE", email });
    await cancel(one.orderId);
    begun.push(one);
  }
  const outcomes = await Promise.all(begun.map(({ pay }) => pay()));
  expect(outcomes.sort()).toEqual(["late", "overpaid", "overpaid", "overpaid"]);
  expect((await db().coupon.findUniqueOrThrow({ where: { id } })).usedCount).toBe(1);
  expect(await db().order.count({ where: { paymentStatus: "paid" } })).toBe(1);
});
