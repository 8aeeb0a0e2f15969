import { describe, expect, it } from "vitest";
import type { SaleOrder } from "@/lib/catalogue/schema";
import { addSeconds, now } from "@/lib/core/clock";
import { sha256 } from "@/lib/core/crypto";
import { AppError } from "@/lib/core/errors";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { isUniqueViolation } from "@/lib/db/unique-violation";
import { closeOrder } from "@/lib/orders/close-order";
import { claimSecrets } from "@/lib/stock/claim-secrets";
import { storeSecrets } from "@/lib/stock/store-secrets";
import { voidExpiredSecrets } from "@/lib/stock/void-expired-secrets";
import { anOrder, getOrder, pay, stockOf } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

const day = 86_400;

const isShort = (error: unknown) => error instanceof AppError && error.kind === "insufficient_stock";

describe("reserving stock", () => {
  it("two hundred orders at once for a hundred keys sell each key once [O1]", async () => {
    const { sku } = await aProduct({ keys: 100 });
    const results = await Promise.allSettled(Array.from({ length: 200 }, () => anOrder({ sku })));
    const refused = results.filter((result) => result.status === "rejected");
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(100);
    expect(refused.every((result) => isShort(result.reason))).toBe(true);
    const held = await db().secret.groupBy({ by: ["orderItemId"], where: { skuId: sku.id }, _count: true });
    expect(held).toHaveLength(100);
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 0, reserved: 100, sold: 0 },
      rows: { available: 0, reserved: 100, sold: 0 },
    });
  });

  it("orders for several units never share a key or leave a half order [O1]", async () => {
    const { sku } = await aProduct({ keys: 50 });
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => anOrder({ sku, quantity: 3 })));
    const sold = results.filter((result) => result.status === "fulfilled").length;
    expect(sold).toBe(16);
    expect((await stockOf(sku.id)).rows).toEqual({ available: 2, reserved: 48, sold: 0 });
  });

  it("an order that is short leaves no row of its own and takes no Idempotency-Key [O1]", async () => {
    const { sku } = await aProduct({ keys: 2 });
    const idempotency = { owner: "guest:test", key: "k1", paramsHash: sha256("one") };
    await expect(anOrder({ sku, quantity: 3, overrides: { idempotency } })).rejects.toSatisfy(isShort);
    expect(await db().order.count()).toBe(0);
    expect(await db().guestToken.count()).toBe(0);
    expect(await db().idempotencyKey.count()).toBe(0);
    expect((await stockOf(sku.id)).rows).toEqual({ available: 2, reserved: 0, sold: 0 });
    const { orderId } = await anOrder({ sku, quantity: 2, overrides: { idempotency } });
    const again = await anOrder({ sku, quantity: 2, overrides: { idempotency } });
    expect(again).toMatchObject({ orderId, isRepeat: true });
    expect((await stockOf(sku.id)).counters).toEqual({ available: 0, reserved: 2, sold: 0 });
  });

  it("buyers who give up while others wait cause no false sold-out [O2]", async () => {
    const { sku } = await aProduct({ keys: 10 });
    const parked = await anOrder({ sku });
    const orderItemId = (await getOrder(parked.orderId)).items[0]?.id ?? 0;
    const giveUp = () =>
      inTransaction(async (tx) => {
        await claimSecrets(tx, { skuId: sku.id, orderItemId, quantity: 1, sale: null });
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new AppError("malformed", "not_valid");
      });
    const attempts = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? giveUp() : anOrder({ sku }),
    );
    await Promise.allSettled(attempts);
    const { rows } = await stockOf(sku.id);
    for (let left = rows.available; left > 0; left--) await anOrder({ sku });
    await expect(anOrder({ sku })).rejects.toSatisfy(isShort);
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 0, reserved: 10, sold: 0 },
      rows: { available: 0, reserved: 10, sold: 0 },
    });
  });

  it("the last key is not reported sold out while the buyer who locked it rolls back [O2]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { sku: other } = await aProduct({ keys: 1 });
    const orderItemId = (await getOrder((await anOrder({ sku: other })).orderId)).items[0]?.id ?? 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let locked = () => {};
    const hasLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const rival = inTransaction(async (tx) => {
      await claimSecrets(tx, { skuId: sku.id, orderItemId, quantity: 1, sale: null });
      locked();
      await released;
      throw new AppError("malformed", "not_valid");
    });
    await hasLocked;
    const waiting = anOrder({ sku });
    setTimeout(release, 100);
    await expect(rival).rejects.toMatchObject({ kind: "malformed" });
    await expect(waiting).resolves.toBeDefined();
  });

  it("no path can hand the same key over twice [O4]", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { orderId } = await anOrder({ sku });
    await pay(orderId);
    const [handedOver] = await db().fulfillmentSecret.findMany();
    const again = db().fulfillmentSecret.create({
      data: { fulfillmentId: handedOver?.fulfillmentId ?? 0, secretId: handedOver?.secretId ?? 0 },
    });
    await expect(again).rejects.toSatisfy((error) => isUniqueViolation(error, "secret_id"));
    const raw = db()
      .$executeRaw`INSERT INTO fulfillment_secrets (fulfillment_id, secret_id) SELECT fulfillment_id, secret_id FROM fulfillment_secrets`;
    await expect(raw).rejects.toSatisfy((error) =>
      isUniqueViolation(error, "fulfillment_secrets_secret_id_key"),
    );
  });

  it("refuses a reserved key without an order, and a counter below zero", async () => {
    const { sku } = await aProduct({ keys: 1 });
    await expect(
      db().secret.updateMany({ where: { skuId: sku.id }, data: { status: "sold" } }),
    ).rejects.toThrow();
    await expect(
      db().skuStock.update({ where: { skuId: sku.id }, data: { available: -1 } }),
    ).rejects.toThrow();
  });

  it("sells the oldest, the newest, a shuffled one or the one that expires first, as the option says", async () => {
    const keysSold = async (saleOrder: SaleOrder) => {
      const { sku } = await aProduct();
      const keys = Array.from({ length: 12 }, (_, n) => ({
        content: `${sku.id}-${n}`,
        useBy: n === 11 ? null : addSeconds(now(), (40 - ((n * 7) % 11)) * day),
      }));
      await inTransaction((tx) => storeSecrets(tx, { skuId: sku.id, keys, note: "", staffId: null }));
      await db().sku.update({ where: { id: sku.id }, data: { saleOrder } });
      const rows = await db().secret.findMany({ where: { skuId: sku.id }, orderBy: { id: "asc" } });
      const sold: number[] = [];
      for (let left = 12; left > 0; left -= 2) {
        const { orderId } = await anOrder({ sku, quantity: 2 });
        const [item] = (await getOrder(orderId)).items;
        for (const secret of item?.secrets ?? []) sold.push(rows.findIndex(({ id }) => id === secret.id));
      }
      expect(sold.toSorted((a, b) => a - b)).toEqual(rows.map((_, n) => n));
      return Array.from({ length: 6 }, (_, n) => sold.slice(n * 2, n * 2 + 2).sort((a, b) => a - b));
    };
    const inPairs = (order: number[]) =>
      Array.from({ length: 6 }, (_, n) => order.slice(n * 2, n * 2 + 2).sort((a, b) => a - b));
    const ascending = Array.from({ length: 12 }, (_, n) => n);
    expect(await keysSold("oldest")).toEqual(inPairs(ascending));
    expect(await keysSold("newest")).toEqual(inPairs(ascending.toReversed()));
    const byDate = ascending.slice(0, 11).sort((a, b) => ((b * 7) % 11) - ((a * 7) % 11));
    expect(await keysSold("expiring")).toEqual(inPairs([...byDate, 11]));
    const shuffled = await keysSold("random");
    expect(shuffled).not.toEqual(inPairs(ascending));
    expect(shuffled).not.toEqual(inPairs(ascending.toReversed()));
  });

  it("never sells a key too near its use-by date, takes it off sale and tells the operator", async () => {
    const { sku } = await aProduct();
    const at = now();
    const keys = [2, 5, 30].map((days) => ({
      content: `${sku.id}-${days}`,
      useBy: addSeconds(at, days * day),
    }));
    await inTransaction((tx) => storeSecrets(tx, { skuId: sku.id, keys, note: "", staffId: null }));
    await db().sku.update({ where: { id: sku.id }, data: { minDaysLeft: 6 } });
    const { orderId } = await anOrder({ sku });
    const [item] = (await getOrder(orderId)).items;
    expect(item?.secrets.map(({ useBy }) => useBy)).toEqual([keys[2]?.useBy]);
    await expect(anOrder({ sku })).rejects.toSatisfy(isShort);
    await Promise.all([voidExpiredSecrets(), voidExpiredSecrets()]);
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 0, reserved: 1, sold: 0 },
      rows: { available: 0, reserved: 1, sold: 0 },
    });
    expect(await db().secret.count({ where: { skuId: sku.id, status: "void" } })).toBe(2);
    expect(await db().alert.findMany({ where: { kind: "stock.expired" } })).toMatchObject([
      { reference: `sku:${sku.id}`, data: { count: 2 } },
    ]);
  });

  it("gives one of twenty buyers at once the key that all of them chose, and frees it with the order", async () => {
    const { sku } = await aProduct();
    const keys = ["007", "111", "888"].map((label) => ({
      content: `${sku.id}-${label}`,
      publicLabel: label,
    }));
    await inTransaction((tx) => storeSecrets(tx, { skuId: sku.id, keys, note: "", staffId: null }));
    const choose = () => anOrder({ sku, pick: "888" });
    const results = await Promise.allSettled(Array.from({ length: 20 }, choose));
    const won = results.flatMap((one) => (one.status === "fulfilled" ? [one.value.orderId] : []));
    expect(won).toHaveLength(1);
    for (const one of results)
      if (one.status === "rejected") {
        expect(one.reason).toSatisfy(isShort);
        expect(one.reason.options).toMatchObject({ field: "pick" });
      }
    const orderId = won[0] ?? 0;
    const labelsOf = async (id: number) =>
      (await getOrder(id)).items[0]?.secrets.map(({ publicLabel }) => publicLabel);
    expect(await labelsOf(orderId)).toEqual(["888"]);
    expect((await stockOf(sku.id)).counters).toEqual({ available: 2, reserved: 1, sold: 0 });
    await inTransaction((tx) => closeOrder(tx, orderId, "canceled", "test"));
    const second = await choose();
    await pay(second.orderId);
    expect(await labelsOf(second.orderId)).toEqual(["888"]);
    // Late money for the first order: no other key is what its buyer chose.
    await pay(orderId);
    expect(await getOrder(orderId)).toMatchObject({ fulfillmentStatus: "failed", items: [{ pick: "888" }] });
    expect(await stockOf(sku.id)).toEqual({
      counters: { available: 2, reserved: 0, sold: 1 },
      rows: { available: 2, reserved: 0, sold: 1 },
    });
  });

  it("counts the units of a manual product down and refuses one too many", async () => {
    const { sku } = await aProduct({ kind: "none", units: 2 });
    await anOrder({ sku, quantity: 2 });
    await expect(anOrder({ sku })).rejects.toSatisfy(isShort);
  });
});
