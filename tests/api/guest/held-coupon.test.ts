import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "@/app/api/v1/guest/orders/route";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { closeOrder } from "@/lib/orders/close-order";
import { type Created, orderIdOf } from "../../support/builders/guest-orders";
import { pay } from "../../support/builders/orders";
import { aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

describe.each([
  ["a whole", { totalLimit: 1 }, /coupon code cannot be used/],
  ["each buyer", { perBuyerLimit: 1 }, /used this coupon as often as it allows/],
])("a coupon for one use by %s, held by the buyer's own unpaid order", (_whom, limit, usual) => {
  let sku: Awaited<ReturnType<typeof aProduct>>["sku"];
  const body = { email: "buyer@example.com", coupon_code: "ONCE" };
  const again = (ip = "198.51.100.7") =>
    call<Created>(POST, "POST", { body: { product_id: sku.productId, quantity: 1, ...body }, ip });

  beforeEach(async () => {
    sku = (await aProduct({ keys: 5, priceCents: 1000n })).sku;
    await db().coupon.create({ data: { code: "ONCE", kind: "percent", percent: 10, ...limit } });
  });

  it("is refused by the name of that order, and goes through once it is closed", async () => {
    const { order_no } = (await again()).data;
    const refused = await again();
    expectRefusal(refused, 400, new RegExp(`^coupon_code: .*unpaid order ${order_no}`), 40003);
    expect(refused.headers.get("x-error-rule")).toBe("coupon_held");
    const id = await orderIdOf(order_no);
    await inTransaction((tx) => closeOrder(tx, id, "canceled", "test"));
    expect((await again()).data).toMatchObject({ discount_amount: "1.00" });
  });

  it("is not named to somebody else who knows the address", async () => {
    await again();
    expectRefusal(await again("203.0.113.9"), 400, usual, 40003);
  });

  it("names no order once it is paid", async () => {
    await pay(await orderIdOf((await again()).data.order_no));
    expectRefusal(await again(), 400, usual, 40003);
  });
});
