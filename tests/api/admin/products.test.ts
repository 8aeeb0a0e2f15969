import { beforeEach, describe, expect, it } from "vitest";
import * as product from "@/app/api/v1/admin/products/[id]/route";
import * as bulk from "@/app/api/v1/admin/products/bulk/route";
import * as order from "@/app/api/v1/admin/products/order/route";
import * as products from "@/app/api/v1/admin/products/route";
import * as reveal from "@/app/api/v1/admin/skus/[id]/reveal/route";
import * as sku from "@/app/api/v1/admin/skus/[id]/route";
import type { AdminProduct, AdminProductList } from "@/lib/catalogue/admin/schema";
import { getProduct } from "@/lib/catalogue/queries";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aLoggedInAdmin } from "../../support/accounts";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/admin-suite";
import { aCategory, addKeys, aProduct } from "../../support/builders";
import { call } from "../../support/call";
import { anOrder } from "../../support/orders";
import { expectRefusal } from "../../support/public-suite";

const admin = staffOfTest();
let categoryId = 0;

beforeEach(async () => {
  categoryId = (await aCategory()).id;
});

const body = (changes: Record<string, unknown> = {}) => ({
  category_id: categoryId,
  slug: "a-game",
  title: "A game",
  auto_secret_kind: "card_key",
  status: "active",
  skus: [
    { code: "STD", name: "Standard", price: "9.90", cost_price: "5.00", spec: { Edition: "Standard" } },
    { code: "DLX", name: "Deluxe", price: "7.5", original_price: "19.90" },
  ],
  ...changes,
});
const textBody = (changes: Record<string, unknown> = {}) =>
  body({
    auto_secret_kind: "text",
    skus: [{ code: "T", name: "Text", price: "1.00", content: "canary-text" }],
    ...changes,
  });

const create = (changes: Record<string, unknown> = {}) =>
  admin.call<{ id: number }>(products.POST, "POST", { body: body(changes) });
const patch = (id: number, changes: Record<string, unknown>) =>
  admin.call<{ id: number }>(product.PATCH, "PATCH", { params: { id: String(id) }, body: changes });
const read = async (id: number) =>
  (await admin.call<AdminProduct>(product.GET, "GET", { params: { id: String(id) } })).data;
const patchSku = (id: number, changes: Record<string, unknown>) =>
  admin.call(sku.PATCH, "PATCH", { params: { id: String(id) }, body: changes });

describe("POST /api/v1/admin/products", () => {
  it("admits only staff who may change the catalogue", async () => {
    await expectStaffOnly(products.POST, "POST", { body: body() }, "support");
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
    ["skus.content", { auto_secret_kind: "text", skus: [{ code: "A", name: "A", price: "9.00" }] }],
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
    ["form_fields.0.pattern", { key: "a", type: "text", label: "A", required: true, pattern: "(a+)+$" }],
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
      /^wholesale: must get cheaper/,
    );
    const { data } = await create({ ...one, wholesale: [tier(10, "8.00"), tier(5, "9.00")] });
    expect((await read(data.id)).wholesale).toEqual([tier(5, "9.00"), tier(10, "8.00")]);
    const [first] = (await read(data.id)).skus;
    expectRefusal(await patchSku(first?.id ?? 0, { price: "20.00" }), 400, /^wholesale: /);
  });

  it("A19: cleans the description when it is stored", async () => {
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

describe("PATCH /api/v1/admin/products/:id", () => {
  it("admits only staff who may change the catalogue", async () => {
    const { data } = await create();
    await expectStaffOnly(
      product.PATCH,
      "PATCH",
      { params: { id: String(data.id) }, body: { title: "x" } },
      "viewer",
    );
  });

  it("changes what is given, keeps the rest, and moves updated_at (C43)", async () => {
    testClock.set(new Date("2026-01-01T00:00:00Z"));
    const { data } = await create({ summary: "Short", tags: ["New"] });
    testClock.set(new Date("2026-01-01T01:00:00Z"));
    await patch(data.id, { title: "Another" });
    const saved = await read(data.id);
    expect(saved).toMatchObject({
      title: "Another",
      summary: "Short",
      tags: ["New"],
      sku_count: 2,
      slug: "a-game",
    });
    expect([saved.created_at, saved.updated_at]).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T01:00:00.000Z",
    ]);
    testClock.reset();
  });

  it("takes the options as the whole list: changes, adds and removes", async () => {
    const { data } = await create();
    const [standard, deluxe] = (await read(data.id)).skus;
    await patch(data.id, {
      skus: [
        { code: "NEW", name: "New", price: "3.00" },
        { id: standard?.id, code: "STD", name: "Renamed", price: "4.00" },
      ],
    });
    const saved = await read(data.id);
    expect(saved.skus.map(({ code, name, price }) => [code, name, price])).toEqual([
      ["NEW", "New", "3.00"],
      ["STD", "Renamed", "4.00"],
    ]);
    expect(saved.skus.map(({ id }) => id)).not.toContain(deluxe?.id);
    expect(saved.price).toBe("3.00");
  });

  it("keeps an option that holds keys or was sold", async () => {
    const { data } = await create();
    const [standard, deluxe] = (await read(data.id)).skus;
    const rest = { skus: [{ id: deluxe?.id, code: "DLX", name: "Deluxe", price: "7.50" }] };
    await addKeys(standard?.id ?? 0, 1);
    expectRefusal(await patch(data.id, rest), 409, /^skus: STD has keys or orders/, 40906);
    await anOrder({ sku: { id: standard?.id ?? 0, productId: data.id } });
    expectRefusal(await patch(data.id, rest), 409, /^skus: STD/, 40906);
    expect((await read(data.id)).sku_count).toBe(2);
  });

  it("does not touch an option of another product", async () => {
    const other = await aProduct();
    const { data } = await create();
    const foreign = await patch(data.id, {
      skus: [{ id: other.sku.id, code: "X", name: "X", price: "0.01" }],
    });
    expectRefusal(foreign, 400, "skus.0.id: is not an option of this product");
    expect((await db().sku.findUniqueOrThrow({ where: { id: other.sku.id } })).priceCents).toBe(990n);
  });

  it("cannot turn stored keys into a text product", async () => {
    const { data } = await create({ skus: [{ code: "A", name: "A", price: "1.00" }] });
    const [only] = (await read(data.id)).skus;
    await addKeys(only?.id ?? 0, 2);
    expectRefusal(await patch(data.id, { auto_secret_kind: "none" }), 409, /^auto_secret_kind: /, 40906);
    await patch(data.id, { auto_secret_kind: "account" });
    expect(await read(data.id)).toMatchObject({ auto_secret_kind: "account", stock: 2 });
  });

  it("puts nothing on sale that could not be delivered", async () => {
    const { data } = await create({
      auto_secret_kind: "text",
      status: "draft",
      skus: [{ code: "A", name: "A", price: "1.00" }],
    });
    expectRefusal(await patch(data.id, { status: "active" }), 400, /^skus\.content: is required for A/);
    const [only] = (await read(data.id)).skus;
    expect((await patchSku(only?.id ?? 0, { content: "text" })).status).toBe(200);
    expect((await patch(data.id, { status: "active" })).status).toBe(200);
    expectRefusal(await patchSku(only?.id ?? 0, { is_active: false }), 400, /^skus: needs an active option/);
  });

  it("answers an unknown id with 404 and a wrong one with 400", async () => {
    expectRefusal(await patch(999_999, { title: "x" }), 404, "Product not found");
    expectRefusal(await admin.call(product.PATCH, "PATCH", { params: { id: "1x" }, body: {} }), 400, /^id: /);
  });
});

describe("PATCH /api/v1/admin/skus/:id", () => {
  it("changes a price, keeps the product's price in step, and audits from and to", async () => {
    const { data } = await create();
    const [, deluxe] = (await read(data.id)).skus;
    await patchSku(deluxe?.id ?? 0, { price: "12.00" });
    expect((await read(data.id)).price).toBe("9.90");
    await patchSku(deluxe?.id ?? 0, { price: "2.00", original_price: null });
    expect(await read(data.id)).toMatchObject({ price: "2.00", original_price: null });
    await patchSku(deluxe?.id ?? 0, { is_active: false });
    expect((await read(data.id)).price).toBe("9.90");
    expect(await lastAudit()).toMatchObject({ action: "sku.update", target: `sku:${deluxe?.id}` });
  });

  it("caps and uncaps a manual product, and leaves keys to the import", async () => {
    const { data } = await create({
      auto_secret_kind: "none",
      skus: [{ code: "A", name: "A", price: "9.00", stock: 3 }],
    });
    const [only] = (await read(data.id)).skus;
    expect(only).toMatchObject({ stock: 3, is_unlimited: false });
    await patchSku(only?.id ?? 0, { stock: null });
    expect((await read(data.id)).skus[0]).toMatchObject({ stock: 999_999, stock_status: "unlimited" });
    await patchSku(only?.id ?? 0, { stock: 0 });
    expect((await read(data.id)).stock_status).toBe("out_of_stock");
    const keyed = await aProduct({ keys: 1 });
    expectRefusal(await patchSku(keyed.sku.id, { stock: 7 }), 400, /^stock: is counted/);
  });

  it("answers a code that is taken with 409 and its name", async () => {
    const { data } = await create();
    const [first] = (await read(data.id)).skus;
    expectRefusal(
      await patchSku(first?.id ?? 0, { code: "DLX" }),
      409,
      "code: is used by another option",
      40906,
    );
  });

  it("never sends a text back, stores it sealed, and shows it only to staff who may read stock, audited", async () => {
    const made = await admin.call<{ id: number }>(products.POST, "POST", { body: textBody() });
    const saved = await admin.call<AdminProduct>(product.GET, "GET", {
      params: { id: String(made.data.id) },
    });
    expect(saved.text).not.toContain("canary-text");
    const [only] = saved.data.skus;
    expect(only).toMatchObject({ has_content: true, is_unlimited: true });
    const row = await db().sku.findUniqueOrThrow({
      where: { id: only?.id ?? 0 },
      select: { contentSealed: true },
    });
    expect(Buffer.from(row.contentSealed ?? []).includes("canary-text")).toBe(false);
    const params = { id: String(only?.id) };
    await expectStaffOnly(reveal.POST, "POST", { params }, "support");
    expect((await admin.call(reveal.POST, "POST", { params })).data).toEqual({ content: "canary-text" });
    expect(await lastAudit()).toMatchObject({ action: "sku.reveal", target: `sku:${only?.id}` });
    expect(JSON.stringify(await db().auditLog.findMany({ select: { data: true } }))).not.toContain(
      "canary-text",
    );
  });
});

describe("DELETE /api/v1/admin/products/:id", () => {
  it("deletes what was never sold, and archives are all that is left for the rest", async () => {
    const { data } = await create();
    const remove = (id: number) => admin.call(product.DELETE, "DELETE", { params: { id: String(id) } });
    expect((await remove(data.id)).status).toBe(200);
    expectRefusal(await remove(data.id), 404, "Product not found");
    const sold = await aProduct({ keys: 1 });
    expectRefusal(await remove(sold.product.id), 409, /archive it/, 40906);
  });
});

describe("POST /api/v1/admin/products/bulk and /order", () => {
  it("changes all or none", async () => {
    const a = await aProduct();
    const b = await aProduct({ sku: { isActive: false }, product: { status: "draft" } });
    const ids = [a.product.id, b.product.id];
    const run = (changes: Record<string, unknown>) =>
      admin.call(bulk.POST, "POST", { body: { ids, ...changes } });
    expectRefusal(await run({ status: "active" }), 400, /^skus: needs an active option/);
    expect((await run({ status: "archived", category_id: categoryId })).data).toEqual({ changed: 2 });
    expect(await db().product.count({ where: { status: "archived", categoryId } })).toBe(2);
    expectRefusal(await run({ status: "draft", ids: [...ids, 999_999] }), 400, /^ids: /);
    expectRefusal(await run({}), 400, /^status: /);
    expect(await db().product.count({ where: { status: "archived" } })).toBe(2);
  });

  it("puts products into the order named, among themselves", async () => {
    const made = [];
    for (const sortOrder of [10, 10, 10, 40])
      made.push((await aProduct({ product: { sortOrder } })).product.id);
    const [a = 0, b = 0, c = 0, d = 0] = made;
    expect((await admin.call(order.POST, "POST", { body: { ids: [c, a, b] } })).data).toEqual({ changed: 3 });
    const list = async () =>
      (await admin.call<AdminProductList>(products.GET, "GET")).data.products.map((row) => row.id);
    expect(await list()).toEqual([c, a, b, d]);
    await admin.call(order.POST, "POST", { body: { ids: [d, b, a, c] } });
    expect(await list()).toEqual([d, b, a, c]);
  });
});

describe("GET /api/v1/admin/products", () => {
  it("admits a viewer, and nobody from outside", async () => {
    const viewer = await aLoggedInAdmin({ role: "viewer" });
    expect((await call(products.GET, "GET", { headers: viewer.headers })).status).toBe(200);
    expectRefusal(await call(products.GET, "GET"), 401, "Log in as staff first");
  });

  it("filters by word, state, kind and short stock", async () => {
    await aProduct({ keys: 2, product: { title: "low", lowStockAt: 5 }, sku: { code: "FINDME" } });
    await aProduct({ product: { title: "out" } });
    await aProduct({ keys: 9, product: { title: "plenty" } });
    await aProduct({ kind: "text", product: { title: "text" } });
    await aProduct({ product: { title: "draft", status: "draft" } });
    const seen = async (query: string) =>
      (
        await admin.call<AdminProductList>(products.GET, "GET", { path: `/api/v1/admin/products?${query}` })
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
});
