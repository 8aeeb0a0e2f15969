import { describe, expect, it } from "vitest";
import { deleteProduct } from "@/lib/catalogue/admin/delete-product";
import { getGoods } from "@/lib/catalogue/finding/kept-goods";
import { listCategories, listProducts } from "@/lib/catalogue/queries";
import { productQuery } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { order } from "../../support/builders/guest-orders";
import { aCategory, aClient, addKeys, anAdmin, aProduct, aSku } from "../../support/builders/products";
import { recordStatements } from "../../support/harness/statements";

const list = (query: Record<string, string> = {}) => listProducts(productQuery.parse(query));
const titles = async (query: Record<string, string>) =>
  (await list(query)).products.map(({ title }) => title);

describe("what a shop keeps of its goods", () => {
  it("follows every write at once: stock, price, tags, attributes, status, category [C213]", async () => {
    const category = await aCategory({ slug: "tools" });
    const { product, sku } = await aProduct({
      keys: 1,
      product: { title: "Tide", tags: ["calm"], categoryId: category.id, platform: "Windows" },
      sku: { spec: { Term: "1 year" } },
    });
    const isFound = async (query: Record<string, string>) => (await titles(query)).length === 1;
    expect(await isFound({ in_stock: "true", tag: "calm", attribute: "Term:1 year,platform:Windows" })).toBe(
      true,
    );

    await order({ id: sku.id, productId: product.id });
    expect(await isFound({ in_stock: "true" })).toBe(false);
    await addKeys(sku.id, 1, 2);
    expect(await isFound({ in_stock: "true" })).toBe(true);

    await db().sku.update({ where: { id: sku.id }, data: { priceCents: 5000n, spec: { Term: "2 years" } } });
    expect(await isFound({ price_min: "50", price_max: "50.00", attribute: "Term:2 years" })).toBe(true);
    expect(await isFound({ attribute: "Term:1 year" })).toBe(false);

    await db().product.update({ where: { id: product.id }, data: { tags: ["wild"], platform: null } });
    expect(await isFound({ tag: "calm" })).toBe(false);
    expect(await isFound({ attribute: "platform:Windows" })).toBe(false);
    expect(await isFound({ tag: "wild" })).toBe(true);

    const other = await aCategory({ slug: "below", parentId: category.id });
    await db().product.update({ where: { id: product.id }, data: { categoryId: other.id } });
    expect(await isFound({ category: "tools" })).toBe(true);
    expect((await listCategories()).map(({ product_count }) => product_count)).toEqual([1, 1]);
    await db().category.update({ where: { id: other.id }, data: { isActive: false } });
    expect(await isFound({})).toBe(false);
    await db().category.update({ where: { id: other.id }, data: { isActive: true } });
    await db().product.update({ where: { id: product.id }, data: { status: "draft" } });
    expect(await isFound({})).toBe(false);
  });

  it("follows the parts of a bundle", async () => {
    const { sku: part } = await aProduct({ keys: 1, product: { title: "Part" } });
    const { sku: bundle } = await aProduct({
      kind: "none",
      product: { title: "Bundle" },
      sku: { fulfillers: ["bundle"] },
    });
    await db().bundlePart.create({
      data: { bundleSkuId: bundle.id, position: 1, partSkuId: part.id, quantity: 1 },
    });
    await db().product.update({ where: { id: bundle.productId }, data: { stockDisplay: "words" } });
    expect(await titles({ in_stock: "true" })).toEqual(["Part", "Bundle"]);
    await order({ id: part.id, productId: part.productId });
    expect(await titles({ in_stock: "true" })).toEqual([]);
  });

  it("lists what is sold out last, unless another order is asked for", async () => {
    const { sku } = await aProduct({ keys: 1, product: { title: "first", sortOrder: 1 } });
    await aProduct({ keys: 1, product: { title: "second", sortOrder: 2 } });
    expect(await titles({})).toEqual(["first", "second"]);
    await order({ id: sku.id, productId: sku.productId });
    expect(await titles({})).toEqual(["second", "first"]);
    expect(await titles({ sort: "price_asc" })).toEqual(["first", "second"]);
  });

  it("sees what a transaction wrote that began before the last reading and ended after it", async () => {
    const { sku } = await aProduct({ keys: 2 });
    expect((await list({ in_stock: "true" })).total).toBe(1);
    await inTransaction(async (tx) => {
      await db().product.update({ where: { id: sku.productId }, data: { summary: "Later" } });
      await tx.skuStock.update({ where: { skuId: sku.id }, data: { available: 0, changedAt: new Date() } });
      expect((await list({ in_stock: "true" })).total).toBe(1);
    });
    expect((await list({ in_stock: "true" })).total).toBe(0);
  });

  it("forgets what was deleted, also by another process", async () => {
    const { product: one } = await aProduct();
    const { product: two } = await aProduct();
    expect((await list()).total).toBe(2);
    await deleteProduct(await anAdmin(), aClient(), one.id);
    expect((await list()).total).toBe(1);
    await db().product.delete({ where: { id: two.id } });
    expect(await list()).toMatchObject({ total: 0, products: [] });
  });

  it("reads once what was written, and each piece of it once for many who ask", async () => {
    const { product } = await aProduct();
    await aSku(product.id);
    await list();
    await list();
    const isGoods = ({ text }: { text: string }) =>
      /from "products" as "product" inner join "skus"/.test(text);
    expect((await recordStatements(() => list())).filter(isGoods)).toHaveLength(0);
    await db().product.update({ where: { id: product.id }, data: { tags: ["new"] } });
    const statements = await recordStatements(() =>
      Promise.all(Array.from({ length: 20 }, () => getGoods())),
    );
    expect(statements.filter(isGoods)).toHaveLength(1);
    expect(statements.length).toBeLessThan(8);
  });
});
