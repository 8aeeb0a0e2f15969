import { describe, expect, it } from "vitest";
import { operations as adminOrders } from "@/app/api/v1/admin/orders/[[...path]]/route";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { listAdminProducts } from "@/lib/catalogue/admin/admin-queries";
import { type AdminProductList, adminProductQuery, type ProductName } from "@/lib/catalogue/admin/schema";
import type { BulkProductResult } from "@/lib/catalogue/bulk/schema";
import { db } from "@/lib/db/client";
import { listStock } from "@/lib/stock/admin-queries";
import { stockListQuery } from "@/lib/stock/schema";
import { aLoggedInAdmin } from "../../support/builders/accounts";
import { productsOfTest } from "../../support/builders/admin-products";
import { aProduct } from "../../support/builders/products";
import { expectStaffOnly } from "../../support/harness/admin-suite";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const { admin, categoryId } = productsOfTest();

describe("POST /api/v1/admin/products/bulk and /order", () => {
  it("changes all or none", async () => {
    const a = await aProduct();
    const b = await aProduct({ sku: { isActive: false }, product: { status: "draft" } });
    const ids = [a.product.id, b.product.id];
    const run = (changes: Record<string, unknown>) =>
      admin.call(adminProducts.changeProducts, "POST", { body: { ids, ...changes } });
    expectRefusal(await run({ status: "active" }), 400, /^skus: needs an active option/);
    expect((await run({ status: "archived", category_id: categoryId() })).data).toEqual({
      changed: 2,
      next: null,
      former: [
        { ids: [b.product.id], status: "draft" },
        { ids: [a.product.id], status: "active" },
      ],
    });
    expect(await db().product.count({ where: { status: "archived", categoryId: categoryId() } })).toBe(2);
    expectRefusal(await run({ status: "draft", ids: [...ids, 999_999] }), 400, /^ids: /);
    expectRefusal(await run({}), 400, /^status: /);
    expect(await db().product.count({ where: { status: "archived" } })).toBe(2);
  });

  it("takes an archive back to what each product was", async () => {
    const a = await aProduct();
    const b = await aProduct({ product: { status: "draft" } });
    const ids = [a.product.id, b.product.id];
    const { data } = await admin.call<BulkProductResult>(adminProducts.changeProducts, "POST", {
      body: { ids, status: "archived" },
    });
    for (const body of data.former) await admin.call(adminProducts.changeProducts, "POST", { body });
    const rows = await db().product.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } });
    expect(rows.map(({ status }) => status)).toEqual(["active", "draft"]);
  });

  it("changes all that a filter finds, and can take that back", async () => {
    const [a, b, other] = [
      await aProduct({ product: { title: "Tide one" } }),
      await aProduct({ product: { title: "Tide two", status: "draft" } }),
      await aProduct({ product: { title: "Harbour" } }),
    ];
    const statuses = async () =>
      (await db().product.findMany({ orderBy: { id: "asc" } })).map(({ status }) => status);
    const run = (changes: Record<string, unknown>) =>
      admin.call<BulkProductResult>(adminProducts.changeProducts, "POST", {
        body: {
          match: { search: "tide" },
          drawn_at: new Date().toISOString(),
          status: "archived",
          ...changes,
        },
      });
    const tooEarly = new Date(Date.now() - 3_600_000).toISOString();
    expect((await run({ drawn_at: tooEarly })).data).toEqual({ changed: 0, former: [], next: null });
    expect((await run({ after: other.product.id })).data).toMatchObject({ changed: 0 });
    const { data } = await run({});
    expect(data).toMatchObject({ changed: 2, next: null });
    expect(await statuses()).toEqual(["archived", "archived", "active"]);
    for (const body of data.former) await admin.call(adminProducts.changeProducts, "POST", { body });
    expect(await statuses()).toEqual(["active", "draft", "active"]);
    expect([a.product.status, b.product.status]).toEqual(["active", "draft"]);
  });

  it("changes tags, warning level and prices of several products, and leaves a followed price alone", async () => {
    const a = await aProduct({
      product: { tags: ["old", "kept"] },
      sku: { priceCents: 999n, originalPriceCents: 1050n },
    });
    const b = await aProduct({ sku: { priceCents: 1n } });
    const ids = [a.product.id, b.product.id];
    const run = (changes: Record<string, unknown>) =>
      admin.call(adminProducts.changeProducts, "POST", { body: { ids, ...changes } });
    await run({
      add_tags: ["new", "kept"],
      remove_tags: ["old"],
      low_stock_at: 7,
      stock_display: "words",
      price_percent: 10,
    });
    const rows = await db().product.findMany({
      where: { id: { in: ids } },
      orderBy: { id: "asc" },
      include: { skus: true },
    });
    expect(rows.map(({ tags, lowStockAt, stockDisplay }) => [tags, lowStockAt, stockDisplay])).toEqual([
      [["kept", "new"], 7, "words"],
      [["new", "kept"], 7, "words"],
    ]);
    expect(
      rows.map(({ priceCents, skus }) => [priceCents, skus[0]?.priceCents, skus[0]?.originalPriceCents]),
    ).toEqual([
      [1099n, 1099n, null],
      [1n, 1n, null],
    ]);
    const eleven = Array.from({ length: 10 }, (_, n) => `t${n}`);
    expectRefusal(await run({ add_tags: eleven }), 400, /^add_tags: /);
    expectRefusal(await run({ price_percent: 0 }), 400, /^price_percent: /);
    // A piece that is done twice would change its prices twice.
    const all = { match: {}, drawn_at: new Date().toISOString(), price_percent: 10 };
    expectRefusal(
      await admin.call(adminProducts.changeProducts, "POST", { body: all }),
      400,
      /price_percent/,
    );
  });

  it("moves products to a place of the whole order, beyond the page", async () => {
    const made = [];
    for (let n = 0; n < 5; n += 1) made.push((await aProduct({ product: { sortOrder: 0 } })).product.id);
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = made;
    const list = async () =>
      (await admin.call<AdminProductList>(adminProducts.listAdminProducts, "GET")).data.products.map(
        (row) => row.id,
      );
    await admin.call(adminProducts.changeProducts, "POST", { body: { ids: [e], place: 2 } });
    expect(await list()).toEqual([a, e, b, c, d]);
    await admin.call(adminProducts.changeProducts, "POST", { body: { ids: [d, a], place: 1 } });
    expect(await list()).toEqual([d, a, e, b, c]);
    await admin.call(adminProducts.changeProducts, "POST", { body: { ids: [d], place: 999 } });
    expect(await list()).toEqual([a, e, b, c, d]);
  });

  it("puts products into the order named, among themselves", async () => {
    const made = [];
    for (const sortOrder of [10, 10, 10, 40])
      made.push((await aProduct({ product: { sortOrder } })).product.id);
    const [a = 0, b = 0, c = 0, d = 0] = made;
    expect(
      (await admin.call(adminProducts.reorderProducts, "POST", { body: { ids: [c, a, b] } })).data,
    ).toEqual({ changed: 3 });
    const list = async () =>
      (await admin.call<AdminProductList>(adminProducts.listAdminProducts, "GET")).data.products.map(
        (row) => row.id,
      );
    expect(await list()).toEqual([c, a, b, d]);
    await admin.call(adminProducts.reorderProducts, "POST", { body: { ids: [d, b, a, c] } });
    expect(await list()).toEqual([d, b, a, c]);
  });
});

describe("GET /api/v1/admin/products", () => {
  it("admits a viewer, and nobody from outside", async () => {
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    expect((await call(adminProducts.listAdminProducts, "GET", { headers: viewer.headers })).status).toBe(
      200,
    );
    expectRefusal(await call(adminProducts.listAdminProducts, "GET"), 401, "Log in as staff first");
  });

  it("filters by word, state, kind and short stock", async () => {
    await aProduct({ keys: 2, product: { title: "low", lowStockAt: 5 }, sku: { code: "FINDME" } });
    await aProduct({ product: { title: "out" } });
    await aProduct({ keys: 9, product: { title: "plenty" } });
    await aProduct({ kind: "text", product: { title: "text" } });
    await aProduct({ product: { title: "draft", status: "draft" } });
    const seen = async (query: string) =>
      (
        await admin.call<AdminProductList>(adminProducts.listAdminProducts, "GET", {
          path: `/api/v1/admin/products?${query}`,
        })
      ).data.products
        .map((row) => row.title)
        .sort();
    expect(await seen("stock=low")).toEqual(["low", "out"]);
    expect(await seen("stock=out")).toEqual(["out"]);
    expect(await seen("status=draft")).toEqual(["draft"]);
    expect(await seen("kind=text")).toEqual(["text"]);
    expect(await seen("search=findme")).toEqual(["low"]);
    expect(await seen("search=%25")).toEqual([]);
    expect(await seen("search=&per_page=2")).toHaveLength(2);
  });

  it("shows titles in the reader's language, and finds them in every one", async () => {
    const translations = { zh: { title: "潮汐 50% 磨坊" }, ja: { title: "潮汐の水車" } };
    const { product, sku } = await aProduct({ product: { title: "Tidemill", translations } });
    await db().sku.update({ where: { id: sku.id }, data: { translations: { zh: { name: "完整版" } } } });
    await aProduct({ product: { title: "Harbour" } });
    const read = async (search: string, lang?: "zh") =>
      (await listAdminProducts(adminProductQuery.parse({ search }), lang)).products.map(({ title }) => title);
    expect(await read("潮汐 50%", "zh")).toEqual(["潮汐 50% 磨坊"]);
    expect(await read("tide", "zh")).toEqual(["潮汐 50% 磨坊"]);
    expect(await read("の水")).toEqual(["Tidemill"]);
    expect(await read("潮_")).toEqual([]);
    const stocked = async (search: string) =>
      (await listStock(stockListQuery.parse({ search }), "zh")).rows.map(({ product_id: id }) => id);
    for (const search of ["潮汐 50%", "の水", "完整"]) expect(await stocked(search)).toEqual([product.id]);
    expect(await stocked("潮_")).toEqual([]);
  });
});

describe("GET /api/v1/admin/orders/products", () => {
  it("names what orders can be filtered by, archived products too, twenty at a time", async () => {
    await expectStaffOnly(adminOrders.findProductNames, "GET", {}, null);
    const kept = await aProduct({ product: { title: "Night 100% train", status: "archived" } });
    for (let n = 0; n < 20; n += 1) await aProduct({ product: { title: `Day train ${n}` } });
    const find = async (search: string) =>
      (
        await admin.call<{ products: ProductName[] }>(adminOrders.findProductNames, "GET", {
          path: `/x?${new URLSearchParams({ search })}`,
        })
      ).data.products;
    expect(await find("NIGHT 100%")).toEqual([{ id: kept.product.id, title: "Night 100% train" }]);
    expect(await find("Night_")).toEqual([]);
    expect((await find("")).map(({ title }) => title)).toEqual(
      Array.from({ length: 20 }, (_, n) => `Day train ${19 - n}`),
    );
  });
});
