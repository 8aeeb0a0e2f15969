import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { finishRefund } from "@/lib/checkout/refund/finish-refund";
import { db } from "@/lib/db/client";
import { type RefundRequest, refundOrder } from "@/lib/orders/refund/refund-order";
import { revealOrder } from "@/lib/orders/staff/admin-queries";
import { orderDetailView } from "@/lib/orders/view";
import { orderInclude } from "@/lib/orders/viewed-rows";
import { listQueuedRefunds } from "@/lib/payments/refunds/refund-queue";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { aBundleOf, aClient, anAdmin, aProduct, aUser } from "../../support/builders/products";

it("one form gives money back once, however often it is sent [O10]", async () => {
  const { sku } = await aProduct({ keys: 1, priceCents: 2000n });
  const { orderId } = await anOrder({ sku });
  const { orderNo } = await getOrder(orderId);
  await pay(orderId);
  const admin = await anAdmin();
  const requestKey = randomUUID();
  const refund = (amountCents: bigint) =>
    refundOrder(admin, aClient(), { orderNo, amountCents, method: "manual", reason: null, requestKey });
  const numbers = await Promise.all([refund(500n), refund(500n), refund(500n)]);
  expect(new Set(numbers).size).toBe(1);
  expect(await refund(500n)).toBe(numbers[0]);
  await expect(refund(700n)).rejects.toMatchObject({ kind: "idempotency_conflict" });
  expect(await getOrder(orderId)).toMatchObject({ refundedCents: 500n, paymentStatus: "partially_refunded" });
  expect(await db().refund.count()).toBe(1);
});

it("a guest's refund waits among the refunds to make, with the number of its payment, until it is paid back", async () => {
  const { sku } = await aProduct({ keys: 1, priceCents: 2000n });
  const { orderId } = await anOrder({ sku });
  const { orderNo } = await getOrder(orderId);
  await pay(orderId);
  const admin = await anAdmin();
  const request = { orderNo, amountCents: 2000n, method: "manual" as const, reason: "Does not work" };
  const refundNo = await refundOrder(admin, aClient(), { ...request, keys: "withdraw" });
  const [task] = (await listQueuedRefunds({ page: 1, per_page: 20, status: "pending" })).refunds;
  expect(task).toMatchObject({ refund_no: refundNo, kind: "order", order_no: orderNo, amount: "20.00" });
  const sums = () => db().ledgerEntry.count();
  const before = await sums();
  await finishRefund(admin, aClient(), refundNo);
  expect(await sums()).toBe(before);
  for (const [status, total] of [
    ["pending", 0],
    ["open", 0],
    ["all", 1],
  ] as const)
    expect((await listQueuedRefunds({ page: 1, per_page: 20, status })).total, status).toBe(total);
  await expect(finishRefund(admin, aClient(), refundNo)).rejects.toMatchObject({ kind: "state_conflict" });
  const events = await db().orderEvent.findMany({ where: { orderId }, orderBy: { id: "asc" } });
  expect(events.map((event) => event.kind).slice(-2)).toEqual(["refunded", "refund_paid"]);
});

it("withdrawn keys stay readable for staff, and a buyer who may keep them keeps them", async () => {
  const { sku } = await aProduct({ keys: 2, priceCents: 2000n });
  const admin = await anAdmin();
  const refunded = async (keys: "keep" | "withdraw") => {
    const { orderId } = await anOrder({ sku });
    const { orderNo } = await getOrder(orderId);
    await pay(orderId);
    const before = await revealOrder(admin, aClient(), orderNo);
    await refundOrder(admin, aClient(), {
      orderNo,
      amountCents: 2000n,
      method: "manual",
      reason: null,
      keys,
      isPaidBack: true,
    });
    const secrets = before.items[0]?.fulfillment.secrets;
    expect(secrets).toHaveLength(1);
    const row = await db().order.findUniqueOrThrow({ where: { id: orderId }, include: orderInclude });
    const shown = await revealOrder(admin, aClient(), orderNo);
    return { secrets, forStaff: shown.items[0]?.fulfillment, forBuyer: orderDetailView(row) };
  };
  const withdrawn = await refunded("withdraw");
  expect(withdrawn.forStaff).toMatchObject({ status: "revoked", secrets: withdrawn.secrets });
  expect(withdrawn.forBuyer.items[0]?.fulfillment.secrets).toBeUndefined();
  const kept = await refunded("keep");
  expect(kept.forBuyer).toMatchObject({ status: "refunded", payment_status: "refunded" });
  expect(kept.forBuyer.items[0]?.fulfillment.secrets).toEqual(kept.secrets);
  expect(await db().refund.count({ where: { status: "done" } })).toBe(2);
});

describe("a refund of one item", () => {
  /** A paid bundle of a key, a text and work by hand, which waits. */
  async function aPaidBundle() {
    const { sku: keys } = await aProduct({ keys: 2, priceCents: 1000n });
    const { sku: text } = await aProduct({ kind: "text", priceCents: 500n });
    const { sku: hand } = await aProduct({ kind: "none", priceCents: 333n });
    const { id: userId } = await aUser();
    const { orderId } = await anOrder({ sku: await aBundleOf([keys, text, hand], 1001n), userId });
    await pay(orderId);
    const admin = await anAdmin();
    const sorted = async () => (await getOrder(orderId)).items.sort((a, b) => a.position - b.position);
    const shares = (await sorted()).map(({ totalCents }) => totalCents);
    const { orderNo } = await getOrder(orderId);
    const give = (request: Pick<RefundRequest, "amountCents" | "item" | "requestKey" | "keys">) =>
      refundOrder(admin, aClient(), { orderNo, method: "wallet", reason: null, ...request });
    const refund = (item: number, requestKey: string = randomUUID(), amountCents = shares[item - 1] ?? 0n) =>
      give({ item, amountCents, requestKey });
    const keep = (item: number) => give({ item, amountCents: shares[item - 1] ?? 0n, keys: "keep" });
    const refundSum = (amountCents: bigint) => give({ amountCents });
    const states = async () => (await sorted()).map(({ fulfillment }) => fulfillment?.status);
    return { orderId, hand, keep, refund, refundSum, shares, states };
  }

  it("returns its share and revokes only that part, until the last one is all of it", async () => {
    const { orderId, hand, refund, shares, states } = await aPaidBundle();
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(1001n);
    await expect(refund(1, randomUUID(), 1n)).rejects.toMatchObject({ kind: "malformed", field: "amount" });
    expect(await states()).toEqual(["ready", "ready", "processing"]);
    // With the part that waits for a person gone, the order is delivered.
    await refund(3);
    expect(await states()).toEqual(["ready", "ready", "revoked"]);
    expect(await getOrder(orderId)).toMatchObject({
      paymentStatus: "partially_refunded",
      fulfillmentStatus: "ready",
      refundedCents: shares[2],
    });
    expect((await stockOf(hand.id)).counters.reserved).toBe(0);
    expect(await db().orderEvent.count({ where: { orderId, kind: "delivered" } })).toBe(1);
    await expect(refund(3)).rejects.toMatchObject({ kind: "state_conflict" });
    const key = randomUUID();
    expect(new Set(await Promise.all([refund(1, key), refund(1, key), refund(1, key)])).size).toBe(1);
    expect(await states()).toEqual(["revoked", "ready", "revoked"]);
    await refund(2);
    expect(await states()).toEqual(["revoked", "revoked", "revoked"]);
    expect(await getOrder(orderId)).toMatchObject({ paymentStatus: "refunded", refundedCents: 1001n });
    expect(await db().refund.count({ where: { orderId } })).toBe(3);
  });

  it("withdraws no other item when the order thereby is all paid back", async () => {
    const kept = await aPaidBundle();
    await kept.keep(1);
    await kept.refund(3);
    await kept.refund(2);
    expect(await kept.states()).toEqual(["ready", "revoked", "revoked"]);
    expect((await getOrder(kept.orderId)).paymentStatus).toBe("refunded");
    const { orderId, hand, refund, refundSum, shares, states } = await aPaidBundle();
    await refundSum((shares[1] ?? 0n) + (shares[2] ?? 0n));
    expect(await states()).toEqual(["ready", "ready", "processing"]);
    await refund(1);
    // A request that nobody has made yet is not made any more.
    expect(await states()).toEqual(["revoked", "ready", "revoked"]);
    expect((await getOrder(orderId)).paymentStatus).toBe("refunded");
    expect((await stockOf(hand.id)).counters.reserved).toBe(0);
  });

  it("leaves the buyer an item that was paid back alone when the rest is paid back and withdrawn", async () => {
    const { keep, refundSum, shares, states } = await aPaidBundle();
    await keep(1);
    await refundSum((shares[1] ?? 0n) + (shares[2] ?? 0n));
    expect(await states()).toEqual(["ready", "revoked", "revoked"]);
  });

  it("is made once when several operators press at the same time", async () => {
    const { refund, states } = await aPaidBundle();
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => refund(1)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await states()).toEqual(["revoked", "ready", "processing"]);
  });
});
