import { describe, expect, it } from "vitest";
import { getProduct, listBestSellers } from "@/lib/catalogue/queries";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { anOrder, pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";

describe("an option whose last unit is held", () => {
  it("says until when, as long as the order that holds it is open", async () => {
    const { sku, product } = await aProduct({ keys: 2 });
    const { slug } = product;
    const held = async () => (await getProduct(slug)).skus[0]?.held_until;
    const first = await anOrder({ sku });
    expect(await held()).toBeUndefined();
    testClock.advance(60);
    const second = await anOrder({ sku });
    const { expireAt } = await db().order.findUniqueOrThrow({ where: { id: first.orderId } });
    expect(await held()).toBe(expireAt.toISOString());
    await pay(first.orderId);
    await pay(second.orderId);
    expect(await held()).toBeUndefined();
    expect((await getProduct(slug)).skus[0]?.stock_status).toBe("out_of_stock");
  });
});

describe("best sellers", () => {
  it("are those of which most units were sold, and none that nobody bought", async () => {
    const [{ sku: one }, { sku: three }, { sku: none }] = [
      await aProduct({ keys: 5 }),
      await aProduct({ keys: 5 }),
      await aProduct({ keys: 5 }),
    ];
    await pay((await anOrder({ sku: one })).orderId);
    await pay((await anOrder({ sku: three, quantity: 3 })).orderId);
    const ids = (await listBestSellers(50)).map(({ id }) => id);
    expect(ids.filter((id) => [one.productId, three.productId, none.productId].includes(id))).toEqual([
      three.productId,
      one.productId,
    ]);
    expect(await listBestSellers(1)).toHaveLength(1);
  });
});
