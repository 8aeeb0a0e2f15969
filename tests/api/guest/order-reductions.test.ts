import { describe, expect, it } from "vitest";
import { db } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { order, readOrder } from "../../support/builders/guest-orders";
import { aProduct } from "../../support/builders/products";

describe("the reductions of a guest's order", () => {
  it("are kept by name, also when the coupon goes by another one later", async () => {
    const { sku } = await aProduct({
      keys: 3,
      priceCents: 1000n,
      product: { wholesale: { create: { minQuantity: 3, priceCents: 900n } } },
    });
    await db().coupon.create({ data: { code: "TENTH", kind: "percent", percent: 10 } });
    const { guest_token, ...created } = (await order(sku, { quantity: 3, coupon_code: "tenth" })).data;
    const reductions = [
      { kind: "quantity", name: null, amount: "3.00" },
      { kind: "coupon", name: "TENTH", amount: "2.70" },
    ];
    expect(created).toMatchObject({ discount_amount: "5.70", amount: "24.30", reductions });
    await db().coupon.updateMany({ data: { code: "RENAMED" } });
    expect((await readOrder(created.order_no, guest_token)).data).toMatchObject({ reductions });
  });

  it("are left out of an order that was placed before they were kept", async () => {
    const { sku } = await aProduct({ keys: 1 });
    const { guest_token, order_no } = (await order(sku)).data;
    expect((await readOrder(order_no, guest_token)).data.reductions).toEqual([]);
    await db().order.updateMany({ data: { reductions: Prisma.DbNull } });
    expect((await readOrder(order_no, guest_token)).data).not.toHaveProperty("reductions");
  });
});
