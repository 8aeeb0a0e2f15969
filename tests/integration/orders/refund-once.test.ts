import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { finishRefund } from "@/lib/checkout/finish-refund";
import { db } from "@/lib/db/client";
import { revealOrder } from "@/lib/orders/admin-queries";
import { refundOrder } from "@/lib/orders/refund-order";
import { orderDetailView } from "@/lib/orders/view";
import { orderInclude } from "@/lib/orders/viewed-rows";
import { listQueuedRefunds } from "@/lib/payments/refund-queue";
import { aClient, anAdmin, aProduct } from "../../support/builders";
import { anOrder, getOrder, pay } from "../../support/orders";

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
  expect((await listQueuedRefunds({ page: 1, per_page: 20, status: "pending" })).total).toBe(0);
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
