import { describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import type { AdminProductList } from "@/lib/catalogue/admin/schema";
import { bundleFulfillers } from "@/lib/catalogue/bundles/schema";
import { addedGoods, goodsKinds, goodsOf, secretKindOf, secretKinds } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { addedFulfillers } from "@/lib/fulfillment/find-fulfiller";
import en from "@/messages/en/admin.json";
import zh from "@/messages/zh/admin.json";
import { productsOfTest } from "../../support/builders/admin-products";
import { aProduct } from "../../support/builders/products";

const { admin } = productsOfTest();

const option = (delivers: string[], hasText = false) => ({ delivers, hasText });

describe("what a product delivers", () => {
  it("can be all that fulfillers deliver, and is said in both languages", () => {
    const codes = [...addedFulfillers.map(({ code }) => code), ...bundleFulfillers];
    expect([...addedGoods].sort()).toEqual(codes.sort());
    for (const texts of [en, zh])
      expect(Object.keys(texts.status.kind).sort()).toEqual([...goodsKinds].sort());
    expect(goodsKinds.map(secretKindOf)).toEqual([...secretKinds, ...addedGoods.map(() => "text")]);
  });

  it.each([
    ["text", [option(["license"])], ["license"]],
    ["text", [option(["file", "license"])], ["license", "file"]],
    ["text", [option(["file"])], ["file"]],
    ["text", [option(["file"], true)], ["text", "file"]],
    ["text", [option([]), option(["bundle"])], ["bundle", "text"]],
    ["text", [option([])], ["text"]],
    ["none", [option(["living"])], ["none", "living"]],
    ["card_key", [option(["file"])], ["card_key", "file"]],
  ] as const)("is, for %s with %j, %j", (kind, options, goods) => {
    expect(goodsOf(kind, options)).toEqual(goods);
  });

  it("stands in each row of the list, which can be filtered by it", async () => {
    const licensed = await aProduct({ product: { autoSecretKind: "text" } });
    await db().sku.update({ where: { id: licensed.sku.id }, data: { fulfillers: ["license"] } });
    const plain = await aProduct({ product: { autoSecretKind: "text" } });
    const found = async (kind: string) =>
      (
        await admin.call<AdminProductList>(adminProducts.listAdminProducts, "GET", { path: `/?kind=${kind}` })
      ).data.products.map(({ id, goods }) => ({ id, goods }));
    expect(await found("license")).toEqual([{ id: licensed.product.id, goods: ["license"] }]);
    expect(await found("text")).toEqual([{ id: plain.product.id, goods: ["text"] }]);
    expect(await found("bundle")).toEqual([]);
  });
});
