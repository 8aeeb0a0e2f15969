import { describe, expect, it } from "vitest";
import * as endpoint from "@/app/api/v1/public/products/[slug]/route";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { aCategory, aProduct, aSku } from "../../support/builders";
import { call } from "../../support/call";
import { expectRefusal, publicReadBehaviour } from "../../support/public-suite";

const get = (slug: string) =>
  call<ProductDetail>(endpoint.GET, "GET", { path: `/api/v1/public/products/x`, params: { slug } });

describe("GET /api/v1/public/products/:slug", () => {
  describe("for a product", () => {
    publicReadBehaviour(
      {
        ...endpoint,
        GET: async (request, context) => {
          if (!(await db().product.findFirst({ where: { slug: "shown" } })))
            await aProduct({ product: { slug: "shown" } });
          return endpoint.GET(request, context);
        },
        HEAD: async (request, context) => {
          await aProduct({ product: { slug: "shown" } });
          return endpoint.HEAD(request, context);
        },
      },
      { params: { slug: "shown" } },
    );
  });

  it("shows options, tiers, form and texts, and neither cost nor source", async () => {
    const { product, sku } = await aProduct({
      kind: "none",
      pieces: 3,
      priceCents: 6500n,
      product: {
        slug: "portrait",
        description: "<p>By hand</p>",
        images: ["/sample/a.svg"],
        formFields: [{ key: "subject", type: "text", label: "Who?", required: true, pattern: "\\S+" }],
        seoTitle: "Portrait",
        lowStockAt: 2,
      },
      sku: {
        code: "ONE",
        name: "One person",
        spec: { Persons: "1" },
        costCents: 4000n,
        originalPriceCents: 7000n,
      },
    });
    const second = await aSku(product.id, {
      kind: "none",
      priceCents: 6500n,
      sku: { code: "TWO", name: "Two", sortOrder: 1, source: "upstream" },
      pieces: 0,
    });
    await aSku(product.id, { kind: "none", sku: { isActive: false } });
    await db().wholesaleTier.createMany({
      data: [
        { productId: product.id, minQuantity: 10, priceCents: 5000n },
        { productId: product.id, minQuantity: 5, priceCents: 6000n },
      ],
    });
    const { data } = await get("portrait");
    expect(data).toMatchObject({
      description: "<p>By hand</p>",
      images: ["/sample/a.svg"],
      delivery: "manual",
      skus: [
        {
          id: sku.id,
          code: "ONE",
          name: "One person",
          spec: { Persons: "1" },
          price: "65.00",
          original_price: "70.00",
          stock: 3,
          stock_status: "in_stock",
        },
        {
          id: second.id,
          code: "TWO",
          stock: 0,
          stock_status: "out_of_stock",
          spec: {},
          original_price: null,
        },
      ],
      wholesale: [
        { min_quantity: 5, price: "60.00" },
        { min_quantity: 10, price: "50.00" },
      ],
      form_fields: [{ key: "subject", type: "text", label: "Who?", required: true, pattern: "\\S+" }],
      seo: { title: "Portrait", description: null },
    });
    expect(data.skus).toHaveLength(2);
    expect(JSON.stringify(data)).not.toMatch(/cost|40\.00|upstream|content|source/i);
  });

  it("answers an unknown, a draft, an archived and a hidden product alike", async () => {
    await aProduct({ product: { slug: "draft", status: "draft" } });
    await aProduct({ product: { slug: "archived", status: "archived" } });
    await aProduct({ product: { slug: "hidden", categoryId: (await aCategory({ isActive: false })).id } });
    await aProduct({ product: { slug: "no-option" }, sku: { isActive: false } });
    for (const slug of [
      "unknown",
      "draft",
      "archived",
      "hidden",
      "no-option",
      "%",
      "'--",
      "x".repeat(2_000),
      "Draft",
      "中文",
    ]) {
      expectRefusal(await get(slug), 404, "Product not found");
    }
  });
});
