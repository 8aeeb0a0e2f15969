import { describe, expect, it } from "vitest";
import * as picks from "@/app/api/v1/public/products/[slug]/picks/route";
import * as endpoint from "@/app/api/v1/public/products/[slug]/route";
import type { ProductDetail } from "@/lib/catalogue/schema";
import { db } from "@/lib/db/client";
import { inTransaction } from "@/lib/db/transaction";
import type { PickList } from "@/lib/stock/schema";
import { storeSecrets } from "@/lib/stock/store-secrets";
import { order, orderIdOf, readOrder } from "../../support/builders/guest-orders";
import { pay } from "../../support/builders/orders";
import { aCategory, aProduct, aSku } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { expectRefusal, publicReadBehaviour } from "../../support/harness/public-suite";

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
      units: 3,
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
      units: 0,
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

describe("GET /api/v1/public/products/:slug/picks", () => {
  const aPickable = async (labels: readonly string[]) => {
    const { product, sku } = await aProduct({ sku: { isPickable: true } });
    const keys = labels.map((label) => ({ content: `the secret of ${label}`, publicLabel: label }));
    await inTransaction((tx) =>
      storeSecrets(tx, {
        skuId: sku.id,
        keys: [...keys, { content: "one without a label" }],
        note: "",
        staffId: null,
      }),
    );
    const list = (query: Record<string, string> = {}) =>
      call<PickList>(picks.GET, "GET", {
        path: `/x?${new URLSearchParams({ sku_id: String(sku.id), ...query })}`,
        params: { slug: product.slug },
      });
    return { product, sku, list };
  };
  const labels = ({ picks }: PickList) => picks.map(({ label }) => label);

  it("lists the labels of free keys in pages, finds by a part of them, and never says a key", async () => {
    const { list } = await aPickable(["138-888", "139-001", "139-002", "139-88A"]);
    const first = await list({ per_page: "3" });
    expect(labels(first.data)).toEqual(["138-888", "139-001", "139-002"]);
    const second = await list({ per_page: "3", after: first.data.next ?? "" });
    expect(second.data).toEqual({ picks: [{ label: "139-88A" }], next: null });
    expect(labels((await list({ search: "88a" })).data)).toEqual(["139-88A"]);
    expect(labels((await list({ search: "%" })).data)).toEqual([]);
    expectRefusal(await list({ after: "\u0000" }), 400, /^after: /);
    expect(first.text + second.text).not.toContain("secret");
  });

  it("is not found of an option whose buyers may not choose, or of another product", async () => {
    const { sku, list } = await aPickable(["138-888"]);
    const other = await aProduct();
    const params = { slug: other.product.slug };
    expectRefusal(await call(picks.GET, "GET", { path: `/x?sku_id=${sku.id}`, params }), 404, /not found/i);
    await db().sku.update({ where: { id: sku.id }, data: { isPickable: false } });
    expectRefusal(await list(), 404, /not found/i);
    expectRefusal(await order(sku, { pick: "138-888" }), 400, /^pick: /);
  });

  it("sells exactly what the buyer chose, once, and tells the next one to choose another", async () => {
    const { product, sku, list } = await aPickable(["138-888", "139-001"]);
    expect((await get(product.slug)).data.skus[0]).toMatchObject({ is_pickable: true });
    expectRefusal(await order(sku, { pick: "139-001", quantity: 2 }), 400, /^quantity: /);
    const { data } = await order(sku, { pick: "139-001" });
    expect(data.items[0]?.sku_name).toMatch(/139-001$/);
    const late = await order(sku, { pick: "139-001" });
    expect([late.status, late.json.status_code]).toEqual([409, 4099]);
    expect(late.json.msg).toMatch(/139-001 has just been taken/);
    expect(labels((await list()).data)).toEqual(["138-888"]);
    await pay(await orderIdOf(data.order_no));
    const read = await readOrder(data.order_no, data.guest_token);
    expect(read.data.items[0]?.fulfillment.secrets).toEqual(["the secret of 139-001"]);
  });
});
