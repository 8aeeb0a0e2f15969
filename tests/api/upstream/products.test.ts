import { describe, expect, it } from "vitest";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aCategory, addKeys, aProduct, aSku } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { agentOfTest, codeOf, mainSite } from "../../support/fakes/main-site";

const { agent, main } = agentOfTest();

describe("GET /upstream/products", () => {
  it("has the specified members, the agent's own price, the SKUs and a time [C43]", async () => {
    const category = await aCategory({ name: "Games" });
    const { product, sku } = await aProduct({
      keys: 3,
      priceCents: 1000n,
      product: { categoryId: category.id },
    });
    const second = await aSku(product.id, { keys: 2, priceCents: 2000n });
    await db().sitePrice.create({ data: { siteId: agent.site.id, skuId: sku.id, priceCents: 850n } });
    const { data } = await main.products();
    expect(data).toMatchObject({ total: 1, page: 1, per_page: 50 });
    expect(data.products[0]).toMatchObject({
      id: product.id,
      slug: product.slug,
      title: product.title,
      price: "8.50",
      stock: 5,
      auto_secret_kind: "card_key",
      category: "Games",
      active: true,
      skus: [
        { id: sku.id, code: sku.code, name: sku.name, price: "8.50", stock: 3 },
        { id: second.id, code: second.code, name: second.name, price: "20.00", stock: 2 },
      ],
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it("a level's discount is the price where the list has none [C43]", async () => {
    const level = await db().memberLevel.create({
      data: { slug: "partner", name: "Partner", discountPercent: 20 },
    });
    const partner = await aSite({ memberLevelId: level.id });
    await aProduct({ keys: 1, priceCents: 1000n });
    expect((await mainSite(partner).products()).data.products[0]).toMatchObject({ price: "8.00" });
    expect((await main.products()).data.products[0]).toMatchObject({ price: "10.00" });
  });

  it("lists products that changed after a time, leaves out the others, and names those that went off sale [C43]", async () => {
    const { product, sku } = await aProduct({ keys: 1 });
    const other = await aProduct({ keys: 1 });
    await aProduct({ product: { status: "draft" } });
    const all = (await main.products()).data.products;
    const newest = all
      .map((row) => String(row.updated_at))
      .sort()
      .at(-1);
    const after = `?updated_after=${encodeURIComponent(String(newest))}`;
    expect((await main.products(after)).data).toMatchObject({ products: [], total: 0 });

    testClock.advance(10);
    await addKeys(sku.id, 1, 2);
    expect((await main.products(after)).data.products).toMatchObject([{ id: product.id, stock: 2 }]);
    await db().sitePrice.create({
      data: {
        siteId: agent.site.id,
        skuId: other.sku.id,
        priceCents: 1n,
        updatedAt: new Date(Date.now() + 20_000),
      },
    });
    expect((await main.products(after)).data.products).toMatchObject([
      { id: product.id },
      { id: other.product.id, price: "0.01" },
    ]);
    await db().product.update({ where: { id: product.id }, data: { status: "archived" } });
    expect((await main.products(after)).data.products[0]).toMatchObject({
      id: product.id,
      active: false,
      stock: 0,
      skus: [],
    });
    expect((await main.products()).data.products).toMatchObject([{ id: other.product.id }]);
  });

  it("a product that was never on sale is never spoken of [C43]", async () => {
    const { product } = await aProduct({ product: { status: "draft" } });
    await db().product.update({ where: { id: product.id }, data: { status: "archived" } });
    expect((await main.products("?updated_after=2020-01-01T00:00:00Z")).data.total).toBe(0);
  });

  it("pages, clamps per_page to 200 and counts the whole match [C8]", async () => {
    for (let n = 0; n < 3; n++) await aProduct({ keys: 1 });
    const first = (await main.products("?per_page=2")).data;
    const second = (await main.products("?per_page=2&page=2")).data;
    expect([first.total, first.products.length, second.products.length]).toEqual([3, 2, 1]);
    expect((await main.products("?per_page=1000")).data.per_page).toBe(200);
    for (const query of [
      "page=0",
      "page=-1",
      "page=1.5",
      "page=1e18",
      "per_page=0",
      "per_page=x",
      "updated_after=yesterday",
      "category_id=a",
    ]) {
      expect(codeOf(await main.products(`?${query}`)), query).toEqual([400, 4001]);
    }
  });

  it("an offset is accepted, also where its plus sign was lost [C7]", async () => {
    await aProduct({ keys: 1 });
    for (const at of ["2020-01-01T08:00:00+08:00", encodeURIComponent("2020-01-01T08:00:00+08:00")]) {
      expect((await main.products(`?updated_after=${at}`)).data.total).toBe(1);
    }
  });

  it("shows text, pictures, form, limits and category beside the specified members [C66]", async () => {
    const { product } = await aProduct({ keys: 1 });
    await db().media.create({
      data: {
        id: "PICTURE1",
        mime: "image/webp",
        bytes: new Uint8Array([1]),
        width: 1,
        height: 1,
        sha256: "ab",
      },
    });
    await db().product.update({
      where: { id: product.id },
      data: {
        summary: "Short",
        description: "<p>Long</p>",
        image: "/media/PICTURE1",
        instructions: "Redeem",
        maxQuantity: 7,
      },
    });
    const { data } = await mainSite(await aSite()).products();
    expect(data.products.find(({ id }) => id === product.id)).toMatchObject({
      summary: "Short",
      description: "<p>Long</p>",
      images: [{ url: expect.stringMatching(/^http.*\/media\/PICTURE1$/), sha256: "ab" }],
      category_path: [expect.any(String)],
      buyer_form: [],
      instructions: "Redeem",
      min_quantity: 1,
      max_quantity: 7,
      delivery: "auto",
    });
    await db().product.update({ where: { id: product.id }, data: { description: "x".repeat(20_001) } });
    const again = await mainSite(await aSite()).products();
    expect(again.data.products.find(({ id }) => id === product.id)).not.toHaveProperty("description");
  });
});
