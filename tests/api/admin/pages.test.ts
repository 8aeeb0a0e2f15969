import { describe, expect, it } from "vitest";
import { operations as adminPages } from "@/app/api/v1/admin/pages/[[...path]]/route";
import type { AdminPage, AdminPageRow } from "@/lib/content/pages/schema";
import { db } from "@/lib/db/client";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const admin = staffOfTest();
const aPage = { slug: "about", title: "About us" };
const create = (changes: Record<string, unknown> = {}) =>
  admin.call<{ id: number }>(adminPages.createPage, "POST", { body: { ...aPage, ...changes } });
const change = (id: number, body: Record<string, unknown>) =>
  admin.call(adminPages.updatePage, "PATCH", { params: { id: String(id) }, body });
const read = async (id: number) =>
  (await admin.call<AdminPage>(adminPages.getAdminPage, "GET", { params: { id: String(id) } })).data;
const listed = async () =>
  (await admin.call<{ pages: AdminPageRow[] }>(adminPages.listAdminPages, "GET")).data.pages.map(
    ({ slug }) => slug,
  );

describe("/api/v1/admin/pages", () => {
  it("admits only staff who may change content", async () => {
    await expectStaffOnly(adminPages.createPage, "POST", { body: aPage }, "viewer");
    expect(await db().page.count()).toBe(0);
  });

  it("makes a draft for the footer, which is not shown before it is published", async () => {
    const { data } = await create();
    expect(await read(data.id)).toMatchObject({
      ...aPage,
      content: "",
      place: "footer",
      sort_order: 0,
      is_published: false,
      translations: {},
    });
    expect(await lastAudit()).toMatchObject({ action: "page.create", data: { slug: "about" } });
  });

  it("cleans the text in every language [A19]", async () => {
    const dirty = `<p>ok<script>alert(1)</script></p><img src="javascript:alert(1)" onerror="alert(1)">`;
    const { data } = await create({ content: dirty, translations: { zh: { content: dirty } } });
    expect(await read(data.id)).toMatchObject({
      content: "<p>ok</p>",
      translations: { zh: { content: "<p>ok</p>" } },
    });
    await change(data.id, { translations: { zh: { title: "关于", content: `${dirty}<p>two</p>` } } });
    expect((await read(data.id)).translations).toEqual({
      zh: { title: "关于", content: "<p>ok</p><p>two</p>" },
    });
    await change(data.id, { translations: { zh: { content: "" } } });
    expect((await read(data.id)).translations).toEqual({ zh: { title: "关于" } });
  });

  it("names what is wrong, and the slug that is taken", async () => {
    const { data } = await create();
    await create({ slug: "faq" });
    expectRefusal(await create(), 409, "slug: is already in use", 40906);
    expectRefusal(await change(data.id, { slug: "faq" }), 409, "slug: is already in use", 40906);
    expectRefusal(await create({ slug: "x", place: "sidebar" }), 400, /^place: must be one of/);
    expectRefusal(await create({ slug: "../x" }), 400, /^slug: /);
    expectRefusal(await change(999_999, {}), 404, "Page not found");
  });

  it("lists drafts too, those of the header first, each place in its order", async () => {
    await create({ slug: "second", sort_order: 2 });
    await create({ slug: "first", sort_order: 1, is_published: true });
    await create({ slug: "hidden", place: "none" });
    await create({ slug: "top", place: "header", sort_order: 9 });
    expect(await listed()).toEqual(["top", "first", "second", "hidden"]);
  });

  it("writes down what was changed and deleted", async () => {
    const { data } = await create();
    await change(data.id, { place: "header" });
    expect(await lastAudit()).toMatchObject({
      action: "page.update",
      data: { changes: { place: ["footer", "header"] } },
    });
    await admin.call(adminPages.deletePage, "DELETE", { params: { id: String(data.id) } });
    expect(await lastAudit()).toMatchObject({ action: "page.delete", data: { slug: "about" } });
    expect(await listed()).toEqual([]);
  });
});
