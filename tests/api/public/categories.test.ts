import { describe, expect, it } from "vitest";
import * as endpoint from "@/app/api/v1/public/categories/route";
import type { CategoryView } from "@/lib/catalogue/schema";
import { aCategory, aProduct } from "../../support/builders/products";
import { call } from "../../support/harness/call";
import { publicReadBehaviour } from "../../support/harness/public-suite";

describe("GET /api/v1/public/categories", () => {
  publicReadBehaviour(endpoint);

  it("lists active categories in their order, counting what is on sale in them and below them", async () => {
    const second = await aCategory({ slug: "second", name: "Second", sortOrder: 2 });
    const first = await aCategory({ slug: "first", name: "First", sortOrder: 1, icon: "/sample/i.svg" });
    const child = await aCategory({ slug: "child", name: "Child", sortOrder: 3, parentId: first.id });
    const hidden = await aCategory({ slug: "hidden", isActive: false });
    await aCategory({ slug: "orphan", name: "Orphan", sortOrder: 4, parentId: hidden.id });
    await aProduct({ product: { categoryId: first.id } });
    await aProduct({ product: { categoryId: child.id } });
    await aProduct({ product: { categoryId: second.id, status: "draft" } });
    await aProduct({ product: { categoryId: second.id }, sku: { isActive: false } });
    const { data } = await call<{ categories: CategoryView[] }>(endpoint.GET, "GET");
    expect(data).toEqual({
      categories: [
        {
          id: first.id,
          parent_id: null,
          slug: "first",
          name: "First",
          icon: "/sample/i.svg",
          sort_order: 1,
          product_count: 2,
        },
        {
          id: second.id,
          parent_id: null,
          slug: "second",
          name: "Second",
          icon: null,
          sort_order: 2,
          product_count: 0,
        },
        {
          id: child.id,
          parent_id: first.id,
          slug: "child",
          name: "Child",
          icon: null,
          sort_order: 3,
          product_count: 1,
        },
        expect.objectContaining({ slug: "orphan", parent_id: null, product_count: 0 }),
      ],
    });
  });
});
