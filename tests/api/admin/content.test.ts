import { describe, expect, it } from "vitest";
import { operations as adminBanners } from "@/app/api/v1/admin/banners/[[...path]]/route";
import { operations as adminPosts } from "@/app/api/v1/admin/posts/[[...path]]/route";
import { getPost, listBanners } from "@/lib/content/queries";
import type { AdminBanner, AdminPost, AdminPostList } from "@/lib/content/schema";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { expectStaffOnly, lastAudit, staffOfTest } from "../../support/harness/admin-suite";
import { expectRefusal } from "../../support/harness/public-suite";

const admin = staffOfTest();
const aPost = { slug: "hello", type: "blog", title: "Hello" };
const aBanner = { title: "Hello", image: "/sample/banners/shelf.svg" };
const createPost = (changes: Record<string, unknown> = {}) =>
  admin.call<{ id: number }>(adminPosts.createPost, "POST", { body: { ...aPost, ...changes } });
const patchPost = (id: number, body: Record<string, unknown>) =>
  admin.call(adminPosts.updatePost, "PATCH", { params: { id: String(id) }, body });
const readPost = async (id: number) =>
  (await admin.call<AdminPost>(adminPosts.getAdminPost, "GET", { params: { id: String(id) } })).data;
const createBanner = (changes: Record<string, unknown> = {}) =>
  admin.call<{ id: number }>(adminBanners.createBanner, "POST", { body: { ...aBanner, ...changes } });
const patchBanner = (id: number, body: Record<string, unknown>) =>
  admin.call(adminBanners.updateBanner, "PATCH", { params: { id: String(id) }, body });

describe("/api/v1/admin/posts", () => {
  it("admits only staff who may change content", async () => {
    await expectStaffOnly(adminPosts.createPost, "POST", { body: aPost }, "viewer");
    expect(await db().post.count()).toBe(0);
  });

  it("publishes at the given time, else now, and keeps that time", async () => {
    testClock.set(new Date("2026-01-01T00:00:00Z"));
    const { data } = await createPost();
    expect(await readPost(data.id)).toMatchObject({ is_published: false, published_at: null });
    await patchPost(data.id, { is_published: true });
    expect((await readPost(data.id)).published_at).toBe("2026-01-01T00:00:00.000Z");
    testClock.advance(3600);
    await patchPost(data.id, { title: "Hello again" });
    expect((await readPost(data.id)).published_at).toBe("2026-01-01T00:00:00.000Z");
    await patchPost(data.id, { published_at: "2026-02-01T02:00:00+02:00" });
    expect((await readPost(data.id)).published_at).toBe("2026-02-01T00:00:00.000Z");
    await expect(getPost("hello")).rejects.toThrow("Post not found");
    testClock.reset();
  });

  it("cleans the text, and makes a summary of its beginning [A19]", async () => {
    const content = `<p>${"Long words ".repeat(40)}</p><script>alert(1)</script><p><a href="data:text/html,x">x</a></p>`;
    const { data } = await createPost({ content });
    const saved = await readPost(data.id);
    expect(saved.content).not.toMatch(/script|data:/);
    expect(saved.summary).toMatch(/^Long words Long words .*…$/);
    expect(saved.summary.length).toBeLessThanOrEqual(201);
    await patchPost(data.id, { content: `<img src="javascript:alert(1)" onerror="alert(1)"><p>ok</p>` });
    expect((await readPost(data.id)).content).toBe("<p>ok</p>");
  });

  it("names what is wrong, and the slug that is taken", async () => {
    await createPost();
    expectRefusal(await createPost(), 409, "slug: is already in use", 40906);
    expectRefusal(await createPost({ slug: "x", type: "news" }), 400, /^type: must be one of/);
    expectRefusal(await createPost({ slug: "x", published_at: "yesterday" }), 400, /^published_at: /);
    expectRefusal(await patchPost(999_999, {}), 404, "Post not found");
  });

  it("lists drafts too, filters and deletes", async () => {
    const { data } = await createPost();
    await createPost({ slug: "notice", type: "notice", is_published: true });
    const seen = async (query: string) =>
      (
        await admin.call<AdminPostList>(adminPosts.listAdminPosts, "GET", {
          path: `/api/v1/admin/posts?${query}`,
        })
      ).data.posts.map((row) => row.slug);
    expect((await seen("")).sort()).toEqual(["hello", "notice"]);
    expect(await seen("is_published=false")).toEqual(["hello"]);
    expect(await seen("search=not")).toEqual(["notice"]);
    await admin.call(adminPosts.deletePost, "DELETE", { params: { id: String(data.id) } });
    expect(await seen("")).toEqual(["notice"]);
    expect(await lastAudit()).toMatchObject({ action: "post.delete", data: { slug: "hello" } });
  });
});

describe("/api/v1/admin/banners", () => {
  it("admits only staff who may change content", async () => {
    await expectStaffOnly(adminBanners.createBanner, "POST", { body: aBanner }, "support");
  });

  it.each<[string, Record<string, unknown>]>([
    ["link_url", { link_type: "external", link_url: "javascript:alert(1)" }],
    ["link_url", { link_type: "external", link_url: "http://plain.example" }],
    ["link_url", { link_type: "external" }],
    ["link_url", { link_type: "internal", link_url: "https://other.example" }],
    ["link_url", { link_type: "internal", link_url: "//other.example" }],
    ["link_url", { link_type: "internal", link_url: "/\\other.example" }],
    ["link_url", { link_url: "/products" }],
    ["image", { image: "javascript:alert(1)" }],
    ["image", { image: "data:image/svg+xml,<svg onload=alert(1)>" }],
    ["position", { position: "Home Page" }],
    ["ends_at", { starts_at: "2026-01-02T00:00:00Z", ends_at: "2026-01-02T00:00:00Z" }],
  ])("refuses a wrong %s in a sentence that names it [A19]", async (field, changes) => {
    expectRefusal(await createBanner(changes), 400, new RegExp(`^${field}: `));
    expect(await db().banner.count()).toBe(0);
  });

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ["link_url", {}, { link_url: "/products" }],
    ["link_url", {}, { link_type: "internal" }],
    ["link_url", { link_type: "internal", link_url: "/products" }, { link_url: null }],
    ["link_url", { link_type: "internal", link_url: "/products" }, { link_type: "external" }],
    ["ends_at", {}, { starts_at: "2026-01-02T00:00:00Z", ends_at: "2026-01-01T00:00:00Z" }],
    ["ends_at", { starts_at: "2026-01-02T00:00:00Z" }, { ends_at: "2026-01-01T00:00:00Z" }],
    ["ends_at", { ends_at: "2026-01-02T00:00:00Z" }, { starts_at: "2026-01-02T00:00:00Z" }],
  ])(
    "names %s of a change that does not go with what is there, and changes nothing",
    async (field, before, changes) => {
      const { data } = await createBanner(before);
      const stored = await db().banner.findUniqueOrThrow({ where: { id: data.id } });
      expectRefusal(
        await patchBanner(data.id, { title: "Changed", ...changes }),
        400,
        new RegExp(`^${field}: `),
      );
      expect(await db().banner.findUniqueOrThrow({ where: { id: data.id } })).toEqual(stored);
    },
  );

  it("creates, changes, orders and deletes", async () => {
    const { data: a } = await createBanner({ title: "A", link_type: "internal", link_url: "/products" });
    const { data: b } = await createBanner({
      title: "B",
      link_type: "external",
      link_url: "https://b.example/x",
    });
    await admin.call(adminBanners.reorderBanners, "POST", { body: { ids: [b.id, a.id] } });
    expect((await listBanners({})).map((row) => row.title)).toEqual(["B", "A"]);
    await patchBanner(a.id, { link_type: "none" });
    await patchBanner(b.id, { is_active: false, ends_at: "2030-01-01T00:00:00Z" });
    const { data } = await admin.call<{ banners: AdminBanner[] }>(adminBanners.listAdminBanners, "GET");
    expect(data.banners).toMatchObject([
      { title: "B", is_active: false, ends_at: "2030-01-01T00:00:00.000Z" },
      { title: "A", link_type: "none", link_url: null },
    ]);
    expectRefusal(await patchBanner(b.id, { link_url: "javascript:x" }), 400, /^link_url: /);
    await admin.call(adminBanners.deleteBanner, "DELETE", { params: { id: String(b.id) } });
    expect(await db().banner.count()).toBe(1);
    expectRefusal(await patchBanner(b.id, { title: "x" }), 404, "Banner not found");
  });
});
