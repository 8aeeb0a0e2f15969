import { describe, expect, it } from "vitest";
import { operations as adminCategories } from "@/app/api/v1/admin/categories/[[...path]]/route";
import type { AdminCategory } from "@/lib/catalogue/admin/schema";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { aCategory, aProduct } from "../../support/builders/products";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const admin = staffOfTest();
const create = (body: Record<string, unknown>) =>
  admin.call<{ id: number }>(adminCategories.createCategory, "POST", { body });
const patch = (id: number, body: Record<string, unknown>) =>
  admin.call(adminCategories.updateCategory, "PATCH", { params: { id: String(id) }, body });
const remove = (id: number) =>
  admin.call(adminCategories.deleteCategory, "DELETE", { params: { id: String(id) } });
const list = async () =>
  (await admin.call<{ categories: AdminCategory[] }>(adminCategories.listAdminCategories, "GET")).data
    .categories;

describe("/api/v1/admin/categories", () => {
  it("admits only staff who may change the catalogue", async () => {
    await expectStaffOnly(
      adminCategories.createCategory,
      "POST",
      { body: { slug: "a", name: "A" } },
      "support",
    );
    expect(await db().category.count()).toBe(0);
  });

  it("creates, changes and deletes, each in the audit log", async () => {
    const { data } = await create({ slug: "games", name: "Games", icon: "/sample/icons/games.svg" });
    expect(await lastAudit()).toMatchObject({ action: "category.create", target: `category:${data.id}` });
    await patch(data.id, { name: "Play", is_active: false, icon: null });
    expect(await list()).toMatchObject([
      { slug: "games", name: "Play", icon: null, is_active: false, product_count: 0 },
    ]);
    expect((await remove(data.id)).status).toBe(200);
    expect(await lastAudit()).toMatchObject({ action: "category.delete" });
    expectRefusal(await remove(data.id), 404, "Category not found");
  });

  it("names what is wrong", async () => {
    await create({ slug: "games", name: "Games" });
    expectRefusal(await create({ slug: "games", name: "Again" }), 409, "slug: is already in use", 40906);
    expectRefusal(await create({ slug: "Games", name: "x" }), 400, /^slug: /);
    expectRefusal(await create({ slug: "x", name: "" }), 400, "name: must not be empty");
    expectRefusal(await create({ slug: "x" }), 400, "name: is required");
    expectRefusal(
      await create({ slug: "x", name: "x", parent_id: 999 }),
      400,
      "parent_id: is not a category",
    );
    expectRefusal(await create({ slug: "x", name: "x", icon: "data:image/svg+xml,x" }), 400, /^icon: /);
  });

  it("has two levels and no ring", async () => {
    const top = await aCategory();
    const child = await aCategory({ parentId: top.id });
    expectRefusal(await create({ slug: "deep", name: "Deep", parent_id: child.id }), 400, /^parent_id: /);
    expectRefusal(await patch(top.id, { parent_id: top.id }), 400, /^parent_id: must be another/);
    expectRefusal(await patch(top.id, { parent_id: (await aCategory()).id }), 400, /^parent_id: /);
    expect((await patch(child.id, { parent_id: null })).status).toBe(200);
  });

  it("keeps a category in which anything stands", async () => {
    const { product } = await aProduct();
    expectRefusal(await remove(product.categoryId), 409, /^This category has products/, 40906);
    const top = await aCategory();
    await aCategory({ parentId: top.id });
    expectRefusal(await remove(top.id), 409, /sub-categories/, 40906);
  });

  it("a new name changes the products that agents read it with [C43]", async () => {
    const { product } = await aProduct();
    testClock.advance(600);
    await patch(product.categoryId, { name: "New name" });
    const after = await db().product.findUniqueOrThrow({ where: { id: product.id } });
    expect(after.updatedAt.getTime() - product.updatedAt.getTime()).toBeGreaterThanOrEqual(600_000);
    testClock.reset();
  });

  it("puts categories into the order named", async () => {
    const [a, b, c] = [await aCategory(), await aCategory(), await aCategory()];
    await admin.call(adminCategories.reorderCategories, "POST", { body: { ids: [c.id, a.id, b.id] } });
    expect((await list()).map((row) => row.id)).toEqual([c.id, a.id, b.id]);
  });
});
