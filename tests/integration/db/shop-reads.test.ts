import pg from "pg";
import { beforeEach, describe, expect, it } from "vitest";
import { forgetGoods } from "@/lib/catalogue/finding/kept-goods";
import { listBestSellers, listCategories, listProducts, listRelatedProducts } from "@/lib/catalogue/queries";
import { productQuery } from "@/lib/catalogue/schema";
import { getConfig } from "@/lib/config/config";
import { aCategory } from "../../support/builders/products";
import { grownReads, type Reads, readsOf } from "../../support/harness/rows-read";
import { recordStatements } from "../../support/harness/statements";

const few = 1_000;
const many = 10_000;
const tables = ["products", "skus", "sku_stocks", "bundle_parts"];

const asked: Record<string, Record<string, string>> = {
  "the whole list": {},
  "a late page": { page: "40" },
  "a category": { category: "all-of-it", sort: "price_desc" },
  counts: { facets: "true" },
  "choices with counts": {
    category: "all-of-it",
    price_min: "2",
    in_stock: "true",
    tag: "tag 3,tag 4",
    attribute: "Term:5 months",
    sort: "newest",
    facets: "true",
  },
  "a search": { search: "item 777 ", facets: "true" },
};

const reads: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    Object.entries(asked).map(([name, query]) => [name, () => listProducts(productQuery.parse(query))]),
  ),
  categories: () => listCategories("zh"),
  "related goods": () => listRelatedProducts("item-7"),
  "best sellers": () => listBestSellers(4),
};

let client: pg.Client;

async function addProducts(categoryId: number, from: number, to: number): Promise<void> {
  await client.query(
    `WITH made AS (
      INSERT INTO products (category_id, slug, title, status, auto_secret_kind, price_cents, tags, created_at, updated_at)
      SELECT $1, 'item-' || n, 'Item ' || n || ' of the shelf', 'active', 'card_key', 100 + n, ARRAY['tag ' || n % 50],
        now() - interval '1 day', now() - interval '1 day' FROM generate_series($2::int, $3::int) AS n RETURNING id, price_cents),
    options AS (
      INSERT INTO skus (product_id, code, name, spec, price_cents, created_at, updated_at)
      SELECT id, 'ONE', 'One', jsonb_build_object('Term', id % 12 || ' months'), price_cents, now() - interval '1 day',
        now() - interval '1 day' FROM made RETURNING id)
    INSERT INTO sku_stocks (sku_id, available, sold, changed_at) SELECT id, id % 3, id % 7, now() - interval '1 day' FROM options`,
    [categoryId, from, to],
  );
  await client.query("VACUUM ANALYZE products, skus, sku_stocks");
  forgetGoods();
}

async function measure(): Promise<Map<string, Reads>> {
  await listCategories();
  const found = new Map<string, Reads>();
  for (const [name, read] of Object.entries(reads))
    found.set(name, await readsOf(client, await recordStatements(read), tables));
  return found;
}

describe("a shop with ten times as many products", () => {
  beforeEach(async () => {
    client = new pg.Client({ connectionString: getConfig().database.url ?? "" });
    await client.connect();
    return () => client.end();
  });

  it("reads as many rows for lists, choices with their counts, searches and shelves [C211]", async () => {
    const { id } = await aCategory({ slug: "all-of-it" });
    await addProducts(id, 1, few);
    const before = await measure();
    expect(before.get("the whole list")?.get("products")?.rows).toBeGreaterThan(0);
    await addProducts(id, few + 1, many);
    expect(grownReads(before, await measure())).toEqual([]);
    const { total, facets } = await listProducts(productQuery.parse({ facets: "true" }));
    expect([total, facets?.categories]).toEqual([many, [{ id, slug: "all-of-it", count: many }]]);
  }, 120_000);
});
