import { describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import * as page from "@/app/api/v1/public/products/[slug]/route";
import * as list from "@/app/api/v1/public/products/route";
import type { ProductDetail, ProductList, StockDisplay } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { aProduct } from "../../support/builders/products";
import { staffOfTest } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const staff = staffOfTest("owner");

async function aBundleOf(parts: readonly number[], more: object) {
  const { sku, product: owner } = await aProduct({ kind: "text", priceCents: 2000n });
  const body = { parts: parts.map((id) => ({ sku_id: id, quantity: 1 })), ...more };
  const saved = await staff.call(adminSkus.saveBundle, "PUT", { params: { id: String(sku.id) }, body });
  expect(saved.status, saved.text).toBe(200);
  return { sku, owner };
}

describe("a bundle", () => {
  it("is shown with the strictest stock display of its parts, on its page and in lists", async () => {
    const { sku: open } = await aProduct({ keys: 40 });
    const { sku: hidden } = await aProduct({ keys: 37 });
    const { owner } = await aBundleOf([open.id, hidden.id], { price: "12.00" });
    const show = (sku: { productId: number }, stockDisplay: StockDisplay) =>
      db().product.update({ where: { id: sku.productId }, data: { stockDisplay } });
    const shown = async () => {
      forgetAnswers();
      const { data: detail } = await call<ProductDetail>(page.GET, "GET", { params: { slug: owner.slug } });
      const { data: listed } = await call<ProductList>(list.GET, "GET", {});
      const summary = listed.products.find(({ slug }) => slug === owner.slug);
      expect([summary?.stock_display, summary?.stock]).toEqual([detail.stock_display, detail.stock]);
      return [detail.stock_display, detail.stock, detail.skus[0]?.stock];
    };
    expect(await shown()).toEqual(["exact", 37, 37]);
    await show(hidden, "range");
    expect(await shown()).toEqual(["range", 20, 20]);
    await show(open, "words");
    expect(await shown()).toEqual(["words", 6, 6]);
    await show(open, "exact");
    await show({ productId: owner.id }, "words");
    expect(await shown()).toEqual(["words", 6, 6]);
  });

  it("takes no price from the product's form where it costs a percentage, and keeps the rest of it", async () => {
    const { sku: part } = await aProduct({ keys: 5, priceCents: 1000n });
    const { sku, owner } = await aBundleOf([part.id], { percent: 10 });
    const save = (price: string, name: string) =>
      staff.call(adminProducts.updateProduct, "PATCH", {
        params: { id: String(owner.id) },
        body: { skus: [{ id: sku.id, code: "ONE", name, price }] },
      });
    expectRefusal(await save("7.00", "Cheap"), 400, /follows the parts/);
    const stored = () =>
      db().sku.findUniqueOrThrow({ where: { id: sku.id }, select: { name: true, priceCents: true } });
    expect((await stored()).name).not.toBe("Cheap");
    expect((await save("9.00", "Both together")).status).toBe(200);
    expect(await stored()).toEqual({ name: "Both together", priceCents: 900n });
  });
});
