import { describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { readIdempotency } from "@/lib/orders/place/idempotency";
import { anOrder, type OrderOptions } from "../../support/builders/orders";
import { anEmail, aProduct, aUser } from "../../support/builders/products";
import { overrideConfig } from "../../support/harness/test-config";

type Outcome = { refusal: string } | { rows: unknown };

const volatile =
  /^(id|.*Id|.*_id|ip|key|orderNo|email|tokenHash|tokenSealed|paramsHash|owner|contentSealed|contentHash)$/;

/** Rows without what two orders cannot have in common. */
const comparable = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) => {
      if (volatile.test(name)) return member === null ? null : "…";
      return typeof member === "bigint" ? String(member) : member;
    }),
  );

/** `useBalance` sends an order through the step-by-step transaction; a guest and an empty wallet have nothing to hold. */
async function placed(options: OrderOptions, useBalance: boolean): Promise<Outcome> {
  try {
    const { orderId, unpaid } = await anOrder({ ...options, useBalance });
    const order = await db().order.findUniqueOrThrow({
      where: { id: orderId },
      include: {
        items: { include: { fulfillment: true, secrets: true } },
        events: true,
        guestTokens: true,
      },
    });
    const answers = await db().idempotencyKey.findMany({ where: { orderId } });
    return { rows: comparable({ order, answers, unpaid: { ...unpaid, order_no: "…", email: "…" } }) };
  } catch (error) {
    return { refusal: (error as { kind?: string }).kind ?? String(error) };
  }
}

/** Builders number what they make. */
const unnumbered = (outcome: unknown): unknown =>
  JSON.parse(JSON.stringify(outcome).replaceAll(/(product|variant)[ -]\d+/gi, "$1"));

async function bothWays(make: () => Promise<OrderOptions>) {
  const stockOf = (skuId: number) =>
    db().skuStock.findUniqueOrThrow({
      where: { skuId },
      select: { available: true, reserved: true, sold: true },
    });
  const run = async (useBalance: boolean) => {
    const options = await make();
    const outcome = await placed(options, useBalance);
    return { outcome, stock: await stockOf(options.sku.id) };
  };
  const inOneStatement = await run(false);
  const stepByStep = await run(true);
  expect(unnumbered(inOneStatement)).toEqual(unnumbered(stepByStep));
  return inOneStatement;
}

describe("the statement and the transaction that insert an order", () => {
  it.each([
    ["one key", () => aProduct({ keys: 2 }), 1],
    ["three keys", () => aProduct({ keys: 3 }), 3],
    ["text with a cap", () => aProduct({ kind: "text", content: "Hello", units: 5 }), 2],
    ["text without a cap", () => aProduct({ kind: "text", content: "Hello" }), 2],
  ])("leave the same rows for %s", async (_, aGood, quantity) => {
    testClock.set(new Date());
    const { outcome, stock } = await bothWays(async () => ({ sku: (await aGood()).sku, quantity }));
    expect(outcome).toHaveProperty("rows.order.items.0.quantity", quantity);
    expect(stock.reserved).toBe(quantity);
  });

  it("leave the same rows for a member", async () => {
    testClock.set(new Date());
    const { outcome } = await bothWays(async () => {
      const user = await aUser();
      return { sku: (await aProduct({ keys: 1 })).sku, userId: user.id, email: user.email };
    });
    expect(outcome).toHaveProperty("rows.order.buyerKind", "user");
  });

  it("keep the answer for the request's key", async () => {
    testClock.set(new Date());
    const { outcome } = await bothWays(async () => {
      const email = anEmail();
      const idempotency = readIdempotency(`guest:${email}`, `key-of-${email}-0123456789`, { quantity: 1 });
      return { sku: (await aProduct({ keys: 1 })).sku, email, overrides: { idempotency } };
    });
    expect(outcome).toHaveProperty("rows.answers.0.key");
  });

  it("refuse alike what is short, and take nothing", async () => {
    const { outcome, stock } = await bothWays(async () => ({
      sku: (await aProduct({ keys: 2 })).sku,
      quantity: 3,
    }));
    expect(outcome).toEqual({ refusal: "insufficient_stock" });
    expect(stock).toEqual({ available: 2, reserved: 0, sold: 0 });
  });

  it("refuse alike a buyer who has too many open orders", async () => {
    overrideConfig({ "limits.openOrdersPerEmail": "1" });
    const { outcome, stock } = await bothWays(async () => {
      const { sku } = await aProduct({ keys: 2 });
      const email = anEmail();
      await anOrder({ sku, email });
      return { sku, email };
    });
    expect(outcome).toEqual({ refusal: "rate_limited" });
    expect(stock).toEqual({ available: 1, reserved: 1, sold: 0 });
  });
});
