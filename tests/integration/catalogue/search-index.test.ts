import { describe, expect, it } from "vitest";
import { findMatches as findIn } from "@/lib/catalogue/finding/find-matches";
import { getGoods } from "@/lib/catalogue/finding/kept-goods";
import { listProducts } from "@/lib/catalogue/queries";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import { aCategory, aProduct } from "../../support/builders/products";

const findMatches = async (search: string) => findIn(await getGoods(), search);
const titles = async (search: string) =>
  (await listProducts({ page: 1, per_page: 20, sort: "default", search })).products.map(({ title }) => title);

describe("product search", () => {
  it("has a trigram index where the extension can be had, as in the embedded database", async () => {
    const rows = await db().$queryRaw<{ indexdef: string }[]>`
      SELECT indexdef FROM pg_indexes WHERE indexname = 'products_search'`;
    expect(rows).toHaveLength(1);
    expect(rows[0]?.indexdef).toContain("search_text gin_trgm_ops");
  });

  it("finds words of title, tags, category and options, in any order", async () => {
    const category = await aCategory({ name: "游戏点卡" });
    await aProduct({
      product: { title: "Hedgerow VPN", tags: ["privacy"], categoryId: category.id },
      sku: { name: "12 months", code: "HR-12" },
    });
    await aProduct({ product: { title: "Lanternfall", tags: ["解谜"] } });
    for (const search of ["vpn privacy", "privacy VPN", "12 months", "hr-12", "游戏", "点卡 vpn"])
      expect(await titles(search), search).toEqual(["Hedgerow VPN"]);
    expect(await titles("解谜")).toEqual(["Lanternfall"]);
    expect(await titles("vpn 解谜")).toEqual([]);
  });

  it.each(["lantrenfall", "lanternfal", "Lanternfell"])("finds Lanternfall by %s", async (search) => {
    await aProduct({ product: { title: "Lanternfall" } });
    await aProduct({ product: { title: "Counterform" } });
    expect(await titles(search)).toEqual(["Lanternfall"]);
  });

  it.each([
    ["Widnows", "Windows 11 Pro"],
    ["iwndows", "Windows 11 Pro"],
    ["windosw 11", "Windows 11 Pro"],
    ["Ｗｉｎｄｏｗｓ", "Windows 11 Pro"],
    ["ｗｉｎｄｏｗｓ　１１", "Windows 11 Pro"],
    ["激活码", "Ｏｆｆｉｃｅ 激活码"],
    ["激码活", "Ｏｆｆｉｃｅ 激活码"],
    ["office", "Ｏｆｆｉｃｅ 激活码"],
    ["Ｏｆｆｉｃｅ", "Ｏｆｆｉｃｅ 激活码"],
  ])("finds by %s, swapped or in full width, %s", async (search, title) => {
    await aProduct({ product: { title: "Windows 11 Pro" } });
    await aProduct({ product: { title: "Ｏｆｆｉｃｅ 激活码" } });
    await aProduct({ product: { title: "Counterform", translations: { zh: { title: "游戏点卡" } } } });
    expect(await titles(search)).toEqual([title]);
    expect(await titles("游点戏卡")).toEqual(["Counterform"]);
  });

  it("takes a percent sign and an underscore of a search for themselves, swapped too", async () => {
    await aProduct({ product: { title: "Half off" } });
    for (const search of ["%", "_", "____", "％"]) expect(await titles(search), search).toEqual([]);
  });

  it("names what begins with the words first, and keeps another order that is asked for", async () => {
    await aProduct({ product: { title: "The best of Tide" }, priceCents: 100n });
    await aProduct({ product: { title: "Tide", summary: "A game" }, priceCents: 300n });
    await aProduct({ product: { title: "Other", summary: "Like Tide" }, priceCents: 200n });
    expect(await titles("tide")).toEqual(["Tide", "The best of Tide", "Other"]);
    const { products, total } = await listProducts({
      page: 2,
      per_page: 2,
      sort: "price_asc",
      search: "tide",
    });
    expect(products.map(({ title }) => title)).toEqual(["Tide"]);
    expect(total).toBe(3);
  });

  it("follows every change of what a product is found by", async () => {
    const { product, sku } = await aProduct({ product: { title: "Tide" }, sku: { name: "Old name" } });
    await db().product.update({ where: { id: product.id }, data: { title: "Ebb" } });
    await db().sku.update({ where: { id: sku.id }, data: { name: "New name" } });
    await db().category.update({ where: { id: product.categoryId }, data: { name: "Renamed" } });
    for (const gone of ["tide", "old name"]) expect(await findMatches(gone), gone).toEqual([]);
    for (const search of ["ebb", "new name", "renamed"])
      expect(await findMatches(search), search).toEqual([product.id]);
    await db().sku.update({ where: { id: sku.id }, data: { isActive: false } });
    expect(await findMatches("new name")).toEqual([]);
  });

  it("finds the words of every language", async () => {
    const category = await aCategory({ translations: { zh: { name: "益智" } } });
    const { product, sku } = await aProduct({ product: { title: "Tide", categoryId: category.id } });
    await db().product.update({
      where: { id: product.id },
      data: { translations: { zh: { title: "潮汐磨坊" } } },
    });
    await db().sku.update({ where: { id: sku.id }, data: { translations: { zh: { name: "十二个月" } } } });
    for (const search of ["潮汐", "益智", "十二个月", "tide"])
      expect(await findMatches(search), search).toEqual([product.id]);
    expect(
      (await listProducts({ page: 1, per_page: 5, sort: "default", search: "潮汐", lang: "zh" })).products,
    ).toMatchObject([{ title: "潮汐磨坊" }]);
  });

  it("finds nothing that is not on sale", async () => {
    const { product } = await aProduct({ product: { title: "Tide" } });
    await db().product.update({ where: { id: product.id }, data: { status: "draft" } });
    expect(await titles("tide")).toEqual([]);
  });

  it.each([
    ["youxi", "a word in pinyin"],
    ["yxdk", "its first letters"],
    ["youxi dianka", "two words in pinyin"],
    ["100 yxdk", "a number beside it"],
    ["游戏典卡", "one wrong sign"],
  ])("finds 游戏点卡 by %s, %s", async (search) => {
    await aProduct({ product: { title: "游戏点卡 100 元" } });
    await aProduct({ product: { title: "视频会员" } });
    expect(await titles(search)).toEqual(["游戏点卡 100 元"]);
  });

  it("prefers what is written so to what sounds so", async () => {
    await aProduct({ product: { title: "易购卡" } });
    await aProduct({ product: { title: "YG tools" } });
    expect(await titles("yg")).toEqual(["YG tools"]);
  });

  it("finds by one or two letters of any alphabet", async () => {
    await aProduct({ product: { title: "Игра Привет" } });
    for (const search of ["пр", "И", "приевт"]) expect(await titles(search), search).toEqual(["Игра Привет"]);
  });

  it("can answer a misspelt word from the index", async () => {
    // A table of a few rows is read whole, whatever indexes it has.
    await inTransaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      const plan = await tx.$queryRaw`EXPLAIN SELECT id FROM products WHERE 'lanternfall' <% search_text`;
      expect(JSON.stringify(plan)).toContain("products_search");
    });
  });
});
