import { describe, expect, it } from "vitest";
import { toCopy } from "@/app/admin/(panel)/products/_components/product-copy";
import { toProductBody } from "@/app/admin/(panel)/products/_components/product-draft";
import type { FieldSpec } from "@/components/admin/form/field-spec";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";

const product = {
  id: 7,
  slug: "tidemill",
  title: "Tidemill",
  summary: "A game",
  description: "<p>Long</p>",
  image: "/media/a.png",
  images: ["/media/a.png", "/media/b.png"],
  whole_images: ["/media/b.png"],
  category: { id: 3, slug: "games", name: "Games" },
  status: "active",
  tags: ["New", "Co-op"],
  auto_secret_kind: "text",
  goods: ["text"],
  purchase_type: "guest",
  updated_at: "2026-01-01T00:00:00.000Z",
  seo: { title: null, description: null },
  form_fields: [],
  translations: { zh: { title: "潮汐磨坊" } },
  wholesale: [],
  skus: [
    {
      id: 70,
      code: "STD",
      name: "Standard",
      price: "9.90",
      original_price: "12.00",
      cost_price: "5.00",
      is_active: true,
      is_unlimited: false,
      stock: 40,
      spec: { Platform: "PC" },
      has_content: true,
      source: "upstream",
      own_wholesale: [{ min_quantity: 10, percent: 5 }],
      translations: {},
    },
  ],
} as unknown as AdminProduct;

const plain: FieldSpec[] = [
  { kind: "number", name: "low_stock_at", label: "Warn", value: 5, required: true },
  { kind: "textarea", name: "instructions", label: "Instructions", value: "Redeem it", empty: "null" },
];

describe("a new product like another", () => {
  it("takes texts, pictures, prices and tiers, and neither ids, contents, units nor a main site", () => {
    const body = toProductBody(toCopy(product, plain, "Tidemill (copy)"), plain) as Record<string, unknown>;
    expect(body).toMatchObject({
      title: "Tidemill (copy)",
      slug: "tidemill-copy",
      status: "draft",
      summary: "A game",
      category_id: 3,
      tags: ["New", "Co-op"],
      images: ["/media/a.png", "/media/b.png"],
      whole_images: ["/media/b.png"],
      low_stock_at: 5,
      instructions: "Redeem it",
      translations: { zh: { title: "潮汐磨坊" } },
    });
    expect(body).not.toHaveProperty("seen_at");
    const [sku] = body.skus as Record<string, unknown>[];
    expect(sku).toMatchObject({ code: "STD", price: "9.90", cost_price: "5.00", spec: { Platform: "PC" } });
    expect(sku).toMatchObject({ wholesale: [{ min_quantity: 10, percent: 5 }] });
    for (const name of ["id", "content", "stock_seen"]) expect(sku).not.toHaveProperty(name);
  });

  it("fits the limits of title and address", () => {
    const long = toCopy({ ...product, slug: "s".repeat(80) }, plain, "t".repeat(200));
    expect(long.title).toHaveLength(120);
    expect(long.slug.length).toBeLessThanOrEqual(80);
  });
});
