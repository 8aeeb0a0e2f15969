import { describe, expect, it } from "vitest";
import * as endpoint from "@/app/api/v1/public/products/route";
import type { ProductList } from "@/lib/catalogue/schema";
import { aCategory, aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { expectRefusal } from "../../support/harness/public-suite";

const list = (query: Record<string, string> = {}) =>
  call<ProductList>(endpoint.GET, "GET", { path: `/api/v1/public/products?${new URLSearchParams(query)}` });
const titles = async (query: Record<string, string>) =>
  (await list(query)).data.products.map((product) => product.title);

describe("choices of GET /api/v1/public/products", () => {
  it("narrows by price, stock, delivery, tag and attribute, and counts each choice where it is asked to [C210]", async () => {
    const category = await aCategory({ slug: "games" });
    const below = await aCategory({ slug: "puzzles", parentId: category.id });
    const ofGames = { categoryId: category.id, platform: "Windows" };
    await aProduct({ keys: 1, priceCents: 500n, product: { ...ofGames, title: "one", tags: ["new"] } });
    await aProduct({
      priceCents: 2500n,
      product: {
        ...ofGames,
        title: "two",
        tags: ["new", "co-op"],
        translations: { zh: { tags: "新品，合作" } },
      },
      sku: { spec: { Term: "1 year" } },
    });
    await aProduct({ kind: "none", priceCents: 9900n, product: { title: "three", categoryId: below.id } });
    const cases: [Record<string, string>, string[]][] = [
      [{ price_max: "25" }, ["one", "two"]],
      [{ price_min: "25.00", price_max: "99" }, ["two", "three"]],
      [{ in_stock: "true" }, ["one", "three"]],
      [{ in_stock: "false", instant: "true" }, ["one", "two"]],
      [{ tag: "co-op,unknown" }, ["two"]],
      [{ attribute: "platform:Windows,Term:1 year" }, ["two"]],
      [{ category: "puzzles", instant: "true" }, []],
      [{ search: "o", in_stock: "true", price_max: "50" }, ["one"]],
    ];
    for (const [query, expected] of cases) {
      const found = (await titles(query)).sort();
      expect(found, JSON.stringify(query)).toEqual(expected.sort());
    }
    expect((await list()).data).not.toHaveProperty("facets");
    const { data } = await list({ facets: "true", tag: "new", lang: "zh", per_page: "1" });
    expect([data.total, data.products]).toEqual([2, [expect.anything()]]);
    expect(data.facets).toEqual({
      categories: [{ id: category.id, slug: "games", count: 2 }],
      prices: [
        { min: null, max: "5.00", count: 1 },
        { min: "5.00", max: "20.00", count: 1 },
        { min: "20.00", max: null, count: 1 },
      ],
      in_stock: 1,
      instant: 2,
      tags: [
        { value: "new", name: "新品", count: 2 },
        { value: "co-op", name: "合作", count: 1 },
      ],
      attributes: [
        { name: "platform", values: [{ value: "Windows", name: "Windows", count: 2 }] },
        { name: "Term", values: [{ value: "1 year", name: "1 year", count: 1 }] },
      ],
    });
  });

  it.each([
    ["price_min", "cheap", "must be an amount with at most two decimals"],
    ["price_max", "-1", "must be an amount with at most two decimals"],
    ["in_stock", "yes", "must be one of: true, false"],
    ["tag", Array.from({ length: 11 }, (_, at) => `t${at}`).join(","), "must be 1 to 10 tags"],
    ["tag", "x".repeat(1001), "must have at most 1000 characters"],
    ["attribute", "platform", "must be 1 to 10 attributes as NAME:VALUE"],
    ["attribute", "a:b,", "must be 1 to 10 attributes as NAME:VALUE"],
  ])("refuses %s=%s", async (name, value, said) => {
    expectRefusal(await list({ [name]: value }), 400, new RegExp(`^${name}: ${said}`));
  });
});
