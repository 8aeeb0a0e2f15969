import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { refundOrder } from "@/lib/orders/refund-order";
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
