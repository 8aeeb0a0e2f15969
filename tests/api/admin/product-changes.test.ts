import { describe, expect, it } from "vitest";
import { operations as adminProducts } from "@/app/api/v1/admin/products/[[...path]]/route";
import { operations as adminSkus } from "@/app/api/v1/admin/skus/[[...path]]/route";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { productsOfTest } from "../../support/builders/admin-products";
import { anOrder, stockOf } from "../../support/builders/orders";
import { addKeys, aProduct } from "../../support/builders/products";
import { aSite } from "../../support/builders/sites";
import { expectStaffOnly, lastAudit } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const { admin, body, create, patch, patchSku, read, remove } = productsOfTest();

describe("PATCH /api/v1/admin/products/:id", () => {
  it("admits only staff who may change the catalogue", async () => {
    const { data } = await create();
    await expectStaffOnly(
      adminProducts.updateProduct,
      "PATCH",
      { params: { id: String(data.id) }, body: { title: "x" } },
      "viewer",
    );
  });

  it("changes what is given, keeps the rest, and moves updated_at [C43]", async () => {
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
    expectRefusal(await patch(data.id, { status: "active" }), 400, /^skus\.0\.content: of A is empty/);
    const [only] = (await read(data.id)).skus;
    expect((await patchSku(only?.id ?? 0, { content: "text" })).status).toBe(200);
    expect((await patch(data.id, { status: "active" })).status).toBe(200);
    expectRefusal(await patchSku(only?.id ?? 0, { is_active: false }), 400, /^skus: needs an active option/);
  });

  it("answers an unknown id with 404 and a wrong one with 400", async () => {
    expectRefusal(await patch(999_999, { title: "x" }), 404, "Product not found");
    expectRefusal(
      await admin.call(adminProducts.updateProduct, "PATCH", { params: { id: "1x" }, body: {} }),
      400,
      /^id: /,
    );
  });
});

describe("PATCH /api/v1/admin/skus/:id", () => {
  it("changes a price, keeps the product's price in step, and audits from and to", async () => {
    const { data } = await create();
    const [, deluxe] = (await read(data.id)).skus;
    await patchSku(deluxe?.id ?? 0, { price: "12.00" });
    expect((await read(data.id)).price).toBe("9.90");
    await patchSku(deluxe?.id ?? 0, { price: "2.00", original_price: null });
    expect(await lastAudit()).toMatchObject({ data: { price: { from: "12.00", to: "2.00" } } });
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

  it("sets a cap only from the number that the operator saw", async () => {
    const { sku } = await aProduct({ kind: "text", units: 10 });
    await anOrder({ sku, quantity: 3 });
    for (const [stock, stock_seen] of [
      [20, 10],
      [null, 10],
      [20, null],
    ])
      expectRefusal(await patchSku(sku.id, { stock, stock_seen }), 409, /^stock: has changed/, 40906);
    expectRefusal(
      await patch(sku.productId, {
        skus: [{ id: sku.id, code: "A", name: "A", price: "9.90", stock: 20, stock_seen: 10 }],
      }),
      409,
      /^skus\.0\.stock: has changed/,
      40906,
    );
    expect((await stockOf(sku.id)).counters).toMatchObject({ available: 7, reserved: 3 });
    expect((await patchSku(sku.id, { stock: 20, stock_seen: 7 })).status).toBe(200);
    expect((await patchSku(sku.id, { stock: null, stock_seen: 20 })).status).toBe(200);
    expect((await patchSku(sku.id, { stock: 5, stock_seen: null })).status).toBe(200);
    expect((await stockOf(sku.id)).counters).toMatchObject({ available: 5, reserved: 3 });
  });

  it("refuses what was written over a version that somebody else changed", async () => {
    const { data } = await create();
    const seen_at = (await read(data.id)).updated_at;
    testClock.advance(1);
    expect((await patch(data.id, { title: "Mine", seen_at })).status).toBe(200);
    expectRefusal(
      await patch(data.id, { title: "Yours", seen_at }),
      409,
      /Somebody else has saved the product meanwhile/,
      40906,
    );
    const now = (await read(data.id)).updated_at;
    expect((await patch(data.id, { title: "Yours", seen_at: now })).status).toBe(200);
  });

  it("leaves the stock of an option that a main site sells to the main site", async () => {
    const { data } = await create({
      auto_secret_kind: "none",
      skus: [
        { code: "OURS", name: "Ours", price: "9.00", stock: 3 },
        { code: "THEIRS", name: "Theirs", price: "9.00", stock: 7 },
      ],
    });
    const [ours, theirs] = (await read(data.id)).skus;
    await db().sku.update({ where: { id: theirs?.id ?? 0 }, data: { source: "upstream" } });
    expectRefusal(await patchSku(theirs?.id ?? 0, { stock: 99 }), 400, /^stock: is set by the main site/);
    const whole = [
      { id: ours?.id, code: "OURS", name: "Ours", price: "9.00", stock: 4 },
      { id: theirs?.id, code: "THEIRS", name: "Theirs", price: "9.00", stock: null },
    ];
    expectRefusal(await patch(data.id, { skus: whole }), 400, /^skus\.1\.stock: is set by the main site/);
    await patch(data.id, { auto_secret_kind: "card_key" });
    expect((await read(data.id)).skus.map(({ stock }) => stock)).toEqual([0, 7]);
    expect((await patchSku(theirs?.id ?? 0, { price: "10.00" })).status).toBe(200);
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
    const made = await admin.call<{ id: number }>(adminProducts.createProduct, "POST", {
      body: body({
        auto_secret_kind: "text",
        skus: [{ code: "T", name: "Text", price: "1.00", content: "canary-text" }],
      }),
    });
    const saved = await admin.call<AdminProduct>(adminProducts.getAdminProduct, "GET", {
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
    await expectStaffOnly(adminSkus.revealSkuContent, "POST", { params }, "support");
    expect((await admin.call(adminSkus.revealSkuContent, "POST", { params })).data).toEqual({
      content: "canary-text",
    });
    expect(await lastAudit()).toMatchObject({ action: "sku.reveal", target: `sku:${only?.id}` });
    expect(JSON.stringify(await db().auditLog.findMany({ select: { data: true } }))).not.toContain(
      "canary-text",
    );
  });
});

describe("DELETE /api/v1/admin/products/:id", () => {
  it("deletes what was never sold, and archives are all that is left for the rest", async () => {
    const { data } = await create();
    expect((await remove(data.id)).status).toBe(200);
    expectRefusal(await remove(data.id), 404, "Product not found");
    const sold = await aProduct({ keys: 1 });
    expectRefusal(await remove(sold.product.id), 409, /archive it/, 40906);
  });

  it("keeps what agent sites were offered, who would never hear that it is gone [C43]", async () => {
    const { product } = await aProduct({ kind: "none" });
    await aSite();
    expectRefusal(await remove(product.id), 409, /was listed for agent sites; archive it/, 40906);
    await db().site.deleteMany();
    expect((await remove(product.id)).status).toBe(200);
  });
});
