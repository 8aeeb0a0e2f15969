import { describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import type { Bundle } from "@/lib/catalogue/bundles/schema";
import { getProduct } from "@/lib/catalogue/queries";
import { db } from "@/lib/db/client";
import { productsOfTest } from "../../support/builders/admin-products";
import { order } from "../../support/builders/guest-orders";
import { aProduct, aSku } from "../../support/builders/products";
import { expectStaffOnly, lastAudit } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const { admin, body, create, patch, patchSku, read, remove } = productsOfTest();

describe("POST /api/v1/admin/products", () => {
  it("admits only staff who may change the catalogue", async () => {
    await expectStaffOnly(adminProducts.createProduct, "POST", { body: body() }, "support");
    expect(await db().product.count()).toBe(0);
  });

  it("creates a product with its options, priced by the cheapest, and writes it into the audit log", async () => {
    const { data, status } = await create({ wholesale: [] });
    expect(status).toBe(200);
    const saved = await read(data.id);
    expect(saved).toMatchObject({
      slug: "a-game",
      price: "7.50",
      original_price: "19.90",
      status: "active",
      sku_count: 2,
      stock: 0,
      min_quantity: 1,
      max_quantity: 100,
      skus: [
        {
          code: "STD",
          price: "9.90",
          cost_price: "5.00",
          spec: { Edition: "Standard" },
          is_active: true,
          stock: 0,
          has_content: false,
        },
        { code: "DLX", price: "7.50", original_price: "19.90", cost_price: null },
      ],
    });
    expect(await getProduct("a-game")).toMatchObject({ price: "7.50", stock_status: "out_of_stock" });
    expect(await lastAudit()).toMatchObject({
      actor: `staff:${admin.email()}`,
      action: "product.create",
      target: `product:${data.id}`,
    });
  });

  it("answers a slug that is taken with 409 and its name", async () => {
    await create();
    expectRefusal(await create(), 409, "slug: is already in use", 40906);
    expect(await db().product.count()).toBe(1);
  });

  it.each<[string, Record<string, unknown>]>([
    ["slug", { slug: "Not A Slug" }],
    ["slug", { slug: "-x" }],
    ["title", { title: "  " }],
    ["title", { title: "a\u0007b" }],
    ["category_id", { category_id: 999_999 }],
    ["image", { image: "javascript:alert(1)" }],
    ["image", { image: "//evil.example/x.png" }],
    ["images.0", { images: ['/x.png" onerror="alert(1)'] }],
    ["skus", { skus: [] }],
    ["skus.0.price", { skus: [{ code: "A", name: "A", price: 9.9 }] }],
    ["skus.0.price", { skus: [{ code: "A", name: "A", price: "-1.00" }] }],
    ["skus.0.price", { skus: [{ code: "A", name: "A", price: "1.005" }] }],
    ["skus.0.original_price", { skus: [{ code: "A", name: "A", price: "9.00", original_price: "8.00" }] }],
    [
      "skus.1.code",
      {
        skus: [
          { code: "A", name: "A", price: "9.00" },
          { code: "A", name: "B", price: "9.00" },
        ],
      },
    ],
    ["skus.0.stock", { skus: [{ code: "A", name: "A", price: "9.00", stock: 5 }] }],
    ["skus.0.content", { skus: [{ code: "A", name: "A", price: "9.00", content: "x" }] }],
    ["skus.0.id", { skus: [{ id: 77, code: "A", name: "A", price: "9.00" }] }],
    ["skus.0.content", { auto_secret_kind: "text", skus: [{ code: "A", name: "A", price: "9.00" }] }],
    ["max_quantity", { min_quantity: 5, max_quantity: 4 }],
    ["max_quantity", { max_quantity: 1001 }],
    ["wholesale", { wholesale: [{ min_quantity: 2, price: "1.00" }] }],
    ["form_fields", { form_fields: [{ key: "a", type: "text", label: "A", required: true }] }],
  ])("refuses a wrong %s in a sentence that names it", async (field, changes) => {
    const answer = await create(changes);
    expectRefusal(answer, 400, new RegExp(`^${field.replaceAll(".", "\\.")}: `));
    expect(await db().product.count()).toBe(0);
  });

  it.each<[string, unknown]>([
    ["form_fields.0.options", { key: "a", type: "select", label: "A", required: true }],
    ["form_fields.0.options", { key: "a", type: "text", label: "A", required: true, options: ["x"] }],
    ["form_fields.0.pattern", { key: "a", type: "text", label: "A", required: true, pattern: "(" }],
    ["form_fields.0.pattern", { key: "a", type: "text", label: "A", required: true, pattern: "(?=a)b" }],
    ["form_fields.0.key", { key: "__proto__x", type: "text", label: "A", required: true }],
  ])("refuses a form with a wrong %s", async (field, formField) => {
    const answer = await create({
      auto_secret_kind: "none",
      skus: [{ code: "A", name: "A", price: "9.00" }],
      form_fields: [formField],
    });
    expectRefusal(answer, 400, new RegExp(`^${field.replaceAll(".", "\\.")}: `));
  });

  it("refuses tiers that would give a dearer option away, and takes those that fit", async () => {
    const one = {
      skus: [
        { code: "A", name: "A", price: "10.00" },
        { code: "B", name: "B", price: "10.00" },
      ],
    };
    const tier = (min_quantity: number, price: string) => ({ min_quantity, price });
    expectRefusal(
      await create({ wholesale: [tier(5, "7.00")] }),
      400,
      /^wholesale: needs all active options/,
    );
    expectRefusal(await create({ ...one, wholesale: [tier(5, "10.00")] }), 400, /^wholesale: must be below/);
    expectRefusal(
      await create({ ...one, wholesale: [tier(5, "9.00"), tier(10, "9.50")] }),
      400,
      /^wholesale: must have lower prices/,
    );
    const { data } = await create({ ...one, wholesale: [tier(10, "8.00"), tier(5, "9.00")] });
    expect((await read(data.id)).wholesale).toEqual([tier(5, "9.00"), tier(10, "8.00")]);
    const [first] = (await read(data.id)).skus;
    expectRefusal(await patchSku(first?.id ?? 0, { price: "20.00" }), 400, /^wholesale: /);
  });

  it("takes tiers for each option, as a price or a percentage, and refuses those that do not get cheaper", async () => {
    const skus = (...wholesale: object[]) => [
      { code: "A", name: "A", price: "10.00", wholesale },
      { code: "B", name: "B", price: "40.00", wholesale: [{ min_quantity: 3, percent: 25 }] },
    ];
    const { data, status } = await create({
      skus: skus({ min_quantity: 5, price: "9.00" }, { min_quantity: 10, percent: 20 }),
    });
    expect(status).toBe(200);
    const saved = await read(data.id);
    expect(saved.wholesale).toEqual([]);
    expect(saved.skus.map((sku) => sku.wholesale)).toEqual([
      [
        { min_quantity: 5, price: "9.00" },
        { min_quantity: 10, price: "8.00" },
      ],
      [{ min_quantity: 3, price: "30.00" }],
    ]);
    expect(saved.skus[0]?.own_wholesale).toEqual([
      { min_quantity: 5, price: "9.00" },
      { min_quantity: 10, percent: 20 },
    ]);
    for (const [tiers, sentence] of [
      [[{ min_quantity: 5, price: "10.00" }], /^skus\.0\.wholesale: must be below the price/],
      [
        [
          { min_quantity: 5, percent: 20 },
          { min_quantity: 9, price: "8.50" },
        ],
        /^skus\.0\.wholesale: must have lower prices/,
      ],
      [
        [
          { min_quantity: 5, percent: 20 },
          { min_quantity: 5, percent: 30 },
        ],
        /^skus\.0\.wholesale: contains 5 twice/,
      ],
      [[{ min_quantity: 5, percent: 20, price: "8.00" }], /^skus\.0\.wholesale\.0: give either/],
      [[{ min_quantity: 5 }], /^skus\.0\.wholesale\.0: give either/],
    ] as const) {
      expectRefusal(await create({ slug: "another", skus: skus(...tiers) }), 400, sentence);
    }
    const [first] = saved.skus;
    expectRefusal(await patchSku(first?.id ?? 0, { price: "8.50" }), 400, /^skus\.0\.wholesale: /);
  });

  it("cleans the description when it is stored [A19]", async () => {
    const description = `<h1>Big</h1><p onclick="x()">Hi <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a>
      <a href="https://ok.example" target="_blank">b</a><svg onload=alert(1)></svg><iframe src="https://e.example"></iframe></p>`;
    const { data } = await create({ description });
    const row = await db().product.findUniqueOrThrow({ where: { id: data.id } });
    expect(row.description).not.toMatch(/script|onerror|onclick|javascript|svg|iframe|onload|<h1/i);
    expect(row.description).toContain(
      '<a href="https://ok.example" target="_blank" rel="noopener nofollow">b</a>',
    );
  });
});

describe("a product and bundles", () => {
  const aBundle = async (part: { id: number }, more: object) => {
    const { sku } = await aProduct({ kind: "text", content: "plain", priceCents: 2000n });
    const saved = await admin.call<Bundle>(adminSkus.saveBundle, "PUT", {
      params: { id: String(sku.id) },
      body: { parts: [{ sku_id: part.id, quantity: 100 }], ...more },
    });
    return { sku, saved };
  };

  it("stays, with the option, when it was sold as its parts", async () => {
    const { sku: part } = await aProduct({ kind: "text", content: "guide" });
    const { sku } = await aBundle(part, { percent: 10 });
    const kept = await aSku(sku.productId, { kind: "text", content: "kept" });
    const skus = [{ id: kept.id, code: kept.code, name: "Kept", price: "1.00", content: "kept" }];
    expect((await order(sku)).status).toBe(200);
    await db().bundlePart.deleteMany();
    expectRefusal(await patch(sku.productId, { skus }), 409, /has keys or orders/, 40906);
    expectRefusal(await remove(sku.productId), 409, /has keys or orders/, 40906);
    expect(await db().sku.count({ where: { id: sku.id } })).toBe(1);
  });

  it("asks the buyer nothing while it is a part", async () => {
    const { sku: part } = await aProduct({ kind: "none" });
    await aBundle(part, { percent: 10 });
    const form_fields = [{ key: "name", type: "text", label: "Name", required: true }];
    expectRefusal(await patch(part.productId, { form_fields }), 409, /^form_fields: It is a part/, 40906);
    await db().bundlePart.deleteMany();
    expect((await patch(part.productId, { form_fields })).status).toBe(200);
  });

  it("has a price that follows the parts, up to the highest amount, or one of its own above their cost", async () => {
    const { sku: part } = await aProduct({ kind: "text", content: "guide" });
    const { sku, saved } = await aBundle(part, { percent: 10 });
    expect(saved.data).toMatchObject({ price: "891.00" });
    expectRefusal(await patchSku(sku.id, { price: "5.00" }), 400, /^price: follows the parts/);
    expect((await patchSku(sku.id, { price: "891.00", name: "All" })).status).toBe(200);
    expect((await patchSku(part.id, { price: "999999999999.99" })).status).toBe(200);
    const shown = (await read(sku.productId)).skus[0];
    expect(shown?.price).toBe("999999999999.99");
    await db().sku.update({ where: { id: part.id }, data: { source: "upstream", costCents: 50n } });
    const low = { parts: [{ sku_id: part.id, quantity: 100 }], price: "49.99" };
    const params = { id: String(sku.id) };
    expectRefusal(
      await admin.call(adminSkus.saveBundle, "PUT", { params, body: low }),
      400,
      /^price: is less than what the parts cost/,
    );
    const enough = await admin.call(adminSkus.saveBundle, "PUT", {
      params,
      body: { ...low, price: "50.00" },
    });
    expect(enough.status).toBe(200);
  });
});
