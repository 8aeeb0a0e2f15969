import { beforeEach, describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import { getProduct } from "@/lib/catalogue/queries";
import { forgetLooks } from "@/lib/catalogue/want-stock";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { findLastAnswer } from "@/lib/fulfillment/kinds/dynamic/last-answer";
import { dynamicSettings } from "@/lib/fulfillment/kinds/dynamic/schema";
import { newServerSecret } from "@/lib/fulfillment/kinds/dynamic/server-secret";
import { askStock, changeStockQuestion } from "@/lib/fulfillment/kinds/dynamic/stock-question";
import { aBundleOf, aProduct, aSku } from "../support/builders/products";
import { sellerServer } from "../support/fakes/seller-server";
import { staffOfTest } from "../support/harness/admin-suite";

const staff = staffOfTest("manager");
const seller = sellerServer();

/** An option whose server said 3 a moment ago, and is to be asked again in an hour. */
async function anAnsweredOption() {
  const dynamic = dynamicSettings.parse({
    url: seller.url,
    stock: "question",
    stock_seconds: 3600,
    stock_keep_minutes: 600,
  });
  const { sku, product } = await aProduct({
    kind: "text",
    sku: { fulfillers: ["dynamic"], fulfillerSettings: { dynamic } },
  });
  // A product on sale needs an option that is.
  await aSku(product.id, { kind: "text" });
  await inTransaction(async (tx) => {
    await newServerSecret(tx, sku.id);
    await changeStockQuestion(tx, sku.id, dynamic);
  });
  await askStock(sku.id);
  const count = async () => (await db().skuStock.findUniqueOrThrow({ where: { skuId: sku.id } })).available;
  expect(await count()).toBe(3);
  await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
  return { sku, product, count };
}
const jobsFor = (skuId: number) =>
  db().$queryRaw<object[]>`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`stock.ask:${skuId}`}`;

describe("stock that the seller's server said", () => {
  beforeEach(() => {
    seller.calls.length = 0;
    forgetLooks();
    seller.says({ stock: 3 });
    return () => testClock.reset();
  });

  it.for([
    [
      "its option",
      (id: number) => ({
        off: () =>
          staff.call(adminSkus.updateSku, "PATCH", {
            params: { id: String(id) },
            body: { is_active: false },
          }),
        on: () =>
          staff.call(adminSkus.updateSku, "PATCH", { params: { id: String(id) }, body: { is_active: true } }),
      }),
    ],
    [
      "its product",
      (_: number, productId: number) => {
        const set = (status: string) =>
          staff.call(adminProducts.updateProduct, "PATCH", {
            params: { id: String(productId) },
            body: { status },
          });
        return { off: () => set("draft"), on: () => set("active") };
      },
    ],
    [
      "a list of products",
      (_: number, productId: number) => {
        const set = (status: string) =>
          staff.call(adminProducts.changeProducts, "POST", { body: { ids: [productId], status } });
        return { off: () => set("draft"), on: () => set("active") };
      },
    ],
  ] as const)("is asked anew when %s is on sale again, however lately it was asked", async ([, acts]) => {
    const { sku, product, count } = await anAnsweredOption();
    const { off, on } = acts(sku.id, product.id);
    expect((await off()).status).toBe(200);
    seller.says({ stock: 1 });
    await askStock(sku.id);
    expect([await count(), await jobsFor(sku.id)]).toEqual([3, []]);
    expect((await on()).status).toBe(200);
    expect(await jobsFor(sku.id)).toHaveLength(1);
    await askStock(sku.id);
    expect(await count()).toBe(1);
    await db().$executeRaw`DELETE FROM graphile_worker._private_jobs`;
    expect((await on()).status).toBe(200);
    expect(await jobsFor(sku.id)).toEqual([]);
  });

  it("is not sold on when another server is named, until that one has answered", async () => {
    const { sku, count } = await anAnsweredOption();
    const save = (url: string) =>
      staff.call(adminSkus.saveDelivery, "PUT", {
        params: { id: String(sku.id) },
        body: { settings: { dynamic: { url, stock: "question", stock_seconds: 900 } } },
      });
    expect((await save(seller.url)).status).toBe(200);
    expect(await count()).toBe(3);
    expect((await save(`${seller.url}/other`)).status).toBe(200);
    expect(await count()).toBe(0);
    expect(await findLastAnswer(sku.id)).toMatchObject({ answer: null });
    seller.says({ stock: 5 });
    await askStock(sku.id);
    expect(await count()).toBe(5);
  });

  it("is wanted by whoever looks at a bundle of it", async () => {
    const { sku } = await anAnsweredOption();
    const bundle = await aBundleOf([sku]);
    const { slug } = await db().product.findUniqueOrThrow({ where: { id: bundle.productId } });
    expect((await getProduct(slug)).skus).toMatchObject([{ stock: 3 }]);
    await expect.poll(() => jobsFor(sku.id)).toHaveLength(1);
  });

  it("is shown to staff with its time and the last problem", async () => {
    const { sku } = await anAnsweredOption();
    const first = await findLastAnswer(sku.id);
    expect(first).toMatchObject({ answer: 3, answeredAt: expect.any(Date), lastError: null });
    testClock.advance(3601);
    seller.says("down", 503);
    await askStock(sku.id);
    const later = await findLastAnswer(sku.id);
    expect(later).toMatchObject({
      answer: 3,
      answeredAt: first?.answeredAt,
      lastError: expect.stringMatching(/503/),
    });
    expect(await findLastAnswer(0)).toBeNull();
  });
});
