import { beforeEach, describe, expect, it } from "vitest";
import * as endpoint from "@/app/api/v1/public/products/route";
import { getAdminProduct } from "@/lib/catalogue/admin/admin-queries";
import { refreshProductPrice } from "@/lib/catalogue/admin/refresh-product-price";
import { getProduct } from "@/lib/catalogue/queries";
import type { ProductList } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { aCategory, aProduct, aSku } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { expectRefusal, publicReadBehaviour } from "../../support/harness/public-suite";

const list = (query: Record<string, string> = {}) =>
  call<ProductList>(endpoint.GET, "GET", { path: `/api/v1/public/products?${new URLSearchParams(query)}` });
const titles = async (query: Record<string, string>) =>
  (await list(query)).data.products.map((product) => product.title);

describe("GET /api/v1/public/products", () => {
  publicReadBehaviour(endpoint);

  it("shows a product with every member that the contract names, and no other", async () => {
    const category = await aCategory({ slug: "games", name: "Games" });
    const { product } = await aProduct({
      keys: 3,
      priceCents: 1234n,
      product: {
        categoryId: category.id,
        slug: "a-game",
        title: "A game",
        summary: "Short",
        image: "/sample/a.svg",
        tags: ["New"],
        originalPriceCents: 2000n,
        maxQuantity: 9,
      },
      sku: { costCents: 700n },
    });
    const { data } = await list();
    expect(data).toEqual({
      total: 1,
      page: 1,
      per_page: 20,
      products: [
        {
          id: product.id,
          slug: "a-game",
          title: "A game",
          summary: "Short",
          price: "12.34",
          max_price: "12.34",
          original_price: "20.00",
          currency: "USD",
          stock: 3,
          stock_status: "low_stock",
          stock_display: "exact",
          category: { id: category.id, slug: "games", name: "Games" },
          image: "/sample/a.svg",
          whole_images: [],
          tags: ["New"],
          delivery: "auto",
          auto_secret_kind: "card_key",
          purchase_type: "guest",
          min_quantity: 1,
          max_quantity: 9,
          guarantee_days: null,
          refund_days: null,
          delivery_hours: null,
          region: null,
          platform: null,
        },
      ],
    });
  });

  it("tells the stock as a range or as words, and the number to staff alone", async () => {
    const range = await aProduct({
      kind: "none",
      units: 98_765,
      product: { slug: "range", stockDisplay: "range" },
    });
    const words = await aProduct({
      kind: "none",
      units: 87_654,
      product: { slug: "words", stockDisplay: "words" },
    });
    const { data } = await list();
    expect(data.products.map(({ stock, stock_display }) => [stock, stock_display])).toEqual([
      [50_000, "range"],
      [6, "words"],
    ]);
    const pages = await Promise.all([getProduct("range"), getProduct("words")]);
    expect(pages.map(({ stock, skus }) => [stock, skus[0]?.stock])).toEqual([
      [50_000, 50_000],
      [6, 6],
    ]);
    expect(JSON.stringify([data, pages])).not.toMatch(/98765|87654/);
    const staff = await Promise.all([range, words].map(({ product }) => getAdminProduct(product.id)));
    expect(staff.map(({ stock, skus }) => [stock, skus[0]?.stock])).toEqual([
      [98_765, 98_765],
      [87_654, 87_654],
    ]);
  });

  it("sums the stock of active options, says when there is none and when there is no end", async () => {
    const plenty = await aProduct({ keys: 4, product: { title: "plenty" } });
    await aSku(plenty.product.id, { keys: 5 });
    await aSku(plenty.product.id, { keys: 7, sku: { isActive: false } });
    await aProduct({ product: { title: "empty" } });
    await aProduct({ kind: "text", product: { title: "text" } });
    await aProduct({ kind: "none", units: 2, product: { title: "manual" } });
    const { data } = await list();
    const seen = data.products.map(({ title, stock, stock_status, delivery }) => [
      title,
      stock,
      stock_status,
      delivery,
    ]);
    expect(seen).toEqual([
      ["plenty", 9, "in_stock", "auto"],
      ["text", 999_999, "unlimited", "auto"],
      ["manual", 2, "low_stock", "manual"],
      ["empty", 0, "out_of_stock", "auto"],
    ]);
  });

  it("hides drafts, archived products, products without an active option and those of a hidden category", async () => {
    await aProduct({ product: { title: "seen" } });
    await aProduct({ product: { title: "draft", status: "draft" } });
    await aProduct({ product: { title: "archived", status: "archived" } });
    await aProduct({ product: { title: "no option" }, sku: { isActive: false } });
    await aProduct({ product: { title: "hidden", categoryId: (await aCategory({ isActive: false })).id } });
    const { data } = await list();
    expect([data.products.map((product) => product.title), data.total]).toEqual([["seen"], 1]);
  });

  it("filters by category id and slug, sub-categories included", async () => {
    const parent = await aCategory({ slug: "parent" });
    const child = await aCategory({ slug: "child", parentId: parent.id });
    const other = await aCategory({ slug: "other" });
    await aProduct({ product: { title: "in parent", categoryId: parent.id } });
    await aProduct({ product: { title: "in child", categoryId: child.id } });
    await aProduct({ product: { title: "in other", categoryId: other.id } });
    expect(await titles({ category_id: String(parent.id) })).toEqual(["in parent", "in child"]);
    expect(await titles({ category: "parent" })).toEqual(["in parent", "in child"]);
    expect(await titles({ category: "child" })).toEqual(["in child"]);
    expect(await titles({ category: "nobody" })).toEqual([]);
    expect(await titles({ category: "child", category_id: String(other.id) })).toEqual([]);
  });

  it("sorts by place, age and price, and pages without loss or repeat", async () => {
    for (const [index, price] of [300n, 100n, 200n].entries()) {
      await aProduct({
        priceCents: price,
        product: {
          title: `p${index}`,
          sortOrder: 10 - index,
          createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
        },
      });
    }
    expect(await titles({})).toEqual(["p2", "p1", "p0"]);
    expect(await titles({ sort: "newest" })).toEqual(["p2", "p1", "p0"]);
    expect(await titles({ sort: "price_asc" })).toEqual(["p1", "p2", "p0"]);
    expect(await titles({ sort: "price_desc" })).toEqual(["p0", "p2", "p1"]);
    const pages = [await titles({ per_page: "2", page: "1" }), await titles({ per_page: "2", page: "2" })];
    expect(pages).toEqual([["p2", "p1"], ["p0"]]);
    const beyond = await list({ per_page: "2", page: "3" });
    expect(beyond.data).toEqual({ products: [], total: 3, page: 3, per_page: 2 });
  });

  it("shows the price of the cheapest active option", async () => {
    const { product } = await aProduct({ priceCents: 900n });
    await aSku(product.id, { priceCents: 500n, sku: { originalPriceCents: 700n } });
    await aSku(product.id, { priceCents: 100n, sku: { isActive: false } });
    await inTransaction((tx) => refreshProductPrice(tx, [product.id]));
    expect((await list()).data.products[0]).toMatchObject({ price: "5.00", original_price: "7.00" });
  });

  it("clamps per_page and echoes what was used [C8]", async () => {
    expect((await list({ per_page: "1000000000" })).data.per_page).toBe(100);
    expect((await list({ per_page: "100" })).data.per_page).toBe(100);
  });

  it("takes any whole number: behind the last page and above every id there is nothing [O20]", async () => {
    await aProduct();
    expect((await list({ page: "99999999999999999999" })).data).toMatchObject({ products: [], total: 1 });
    expect((await list({ per_page: "99999999999" })).data.per_page).toBe(100);
    for (const id of ["2147483648", "9999999999999"])
      expect((await list({ category_id: id })).data).toMatchObject({ products: [], total: 0 });
  });

  it.each([
    ["page", ["0", "-1", "1.5", "1e3", "1;drop table products", "9".repeat(21), "", "NaN", "٣"]],
    ["per_page", ["0", "-5", "2.5", "abc", "0x10", " 5"]],
    ["category_id", ["0", "-1", "abc"]],
    ["sort", ["price", "DEFAULT", "id; --"]],
    ["search", ["", "   ", "x".repeat(101), "x".repeat(10_240)]],
    ["category", ["x".repeat(81)]],
  ])("refuses a wrong %s in a sentence that names it [O20]", async (name, values) => {
    for (const value of values) expectRefusal(await list({ [name]: value }), 400, new RegExp(`^${name}: `));
  });

  it("refuses a name that is given twice [O20]", async () => {
    const answer = await call(endpoint.GET, "GET", { path: "/api/v1/public/products?page=1&page=2" });
    expectRefusal(answer, 400, "page: must be given once");
  });

  describe("search", () => {
    beforeEach(async () => {
      for (const title of ["100% wool", "snake_case", "back\\slash", "Plain Words", "Ünïcödé 中文 ключ"]) {
        await aProduct({ product: { title, summary: `Summary of ${title}` } });
      }
    });

    it("takes % _ and \\ literally [O21]", async () => {
      expect(await titles({ search: "%" })).toEqual(["100% wool"]);
      expect(await titles({ search: "_" })).toEqual(["snake_case"]);
      expect(await titles({ search: "\\" })).toEqual(["back\\slash"]);
      expect(await titles({ search: "0% W" })).toEqual(["100% wool"]);
      expect(await titles({ search: "%%" })).toEqual([]);
      expect(await titles({ search: "s_ake" })).toEqual([]);
    });

    it("takes quotes, comments and other syntax literally [O21]", async () => {
      for (const search of [
        "'--",
        "'; DROP TABLE products; --",
        "a' OR '1'='1",
        "(a+)+$",
        "[a-z]",
        "*",
        "$1",
        "{}",
      ]) {
        const answer = await list({ search });
        expect([answer.status, answer.data.total]).toEqual([200, 0]);
      }
      expect(await db().product.count()).toBe(5);
    });

    it("finds any part of title or summary, in any case and language", async () => {
      expect(await titles({ search: "pLAIN w" })).toEqual(["Plain Words"]);
      expect(await titles({ search: "summary of snake" })).toEqual(["snake_case"]);
      expect(await titles({ search: "中文" })).toEqual(["Ünïcödé 中文 ключ"]);
      expect(await titles({ search: "КЛЮЧ" })).toEqual(["Ünïcödé 中文 ключ"]);
    });
  });
});
