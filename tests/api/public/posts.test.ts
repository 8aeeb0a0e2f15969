import { describe, expect, it } from "vitest";
import * as detail from "@/app/api/v1/public/posts/[slug]/route";
import * as endpoint from "@/app/api/v1/public/posts/route";
import type { PostDetail, PostList } from "@/lib/content/schema";
import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { call } from "../../support/harness/call";
import { expectRefusal, publicReadBehaviour } from "../../support/harness/public-suite";

const at = (day: number) => new Date(Date.UTC(2026, 0, day));
const aPost = (data: Partial<Prisma.PostCreateInput> & { slug: string }) =>
  db().post.create({
    data: { type: "blog", title: data.slug, isPublished: true, publishedAt: at(1), ...data },
  });
const list = (query: Record<string, string> = {}) =>
  call<PostList>(endpoint.GET, "GET", { path: `/api/v1/public/posts?${new URLSearchParams(query)}` });
const slugs = async (query: Record<string, string> = {}) =>
  (await list(query)).data.posts.map((post) => post.slug);
const get = (slug: string) => call<PostDetail>(detail.GET, "GET", { params: { slug } });

describe("GET /api/v1/public/posts", () => {
  publicReadBehaviour(endpoint);

  it("lists published posts, newest first, without their text", async () => {
    await aPost({ slug: "old", summary: "Short", cover: "/sample/c.svg", content: "<p>Long</p>" });
    await aPost({ slug: "new", type: "notice", publishedAt: at(2) });
    await aPost({ slug: "draft", isPublished: false });
    const { data } = await list();
    expect(data).toMatchObject({ total: 2, page: 1, per_page: 20 });
    expect(data.posts).toEqual([
      expect.objectContaining({ slug: "new", type: "notice" }),
      {
        id: expect.any(Number),
        slug: "old",
        type: "blog",
        title: "old",
        summary: "Short",
        cover: "/sample/c.svg",
        published_at: "2026-01-01T00:00:00.000Z",
      },
    ]);
  });

  it("filters by type and pages", async () => {
    for (let day = 1; day <= 3; day++) await aPost({ slug: `b${day}`, publishedAt: at(day) });
    await aPost({ slug: "n", type: "notice" });
    expect(await slugs({ type: "notice" })).toEqual(["n"]);
    expect(await slugs({ type: "blog", per_page: "2" })).toEqual(["b3", "b2"]);
    expect(await slugs({ type: "blog", per_page: "2", page: "2" })).toEqual(["b1"]);
  });

  it("shows a post from its time on, and not before", async () => {
    await aPost({ slug: "planned", publishedAt: at(10) });
    testClock.set(at(9));
    expect(await slugs()).toEqual([]);
    expectRefusal(await get("planned"), 404, "Post not found");
    testClock.set(at(10));
    forgetAnswers();
    expect(await slugs()).toEqual(["planned"]);
    expect((await get("planned")).status).toBe(200);
    testClock.reset();
  });

  it("refuses an unknown type and wrong pages", async () => {
    expectRefusal(await list({ type: "news" }), 400, "type: must be one of: blog, notice");
    expectRefusal(await list({ page: "0" }), 400, /^page: /);
  });
});

describe("GET /api/v1/public/posts/:slug", () => {
  it("shows the post with its text", async () => {
    const post = await aPost({ slug: "hello", title: "Hello", content: "<p>Text</p>" });
    expect((await get("hello")).data).toEqual({
      id: post.id,
      slug: "hello",
      type: "blog",
      title: "Hello",
      summary: "",
      cover: null,
      published_at: "2026-01-01T00:00:00.000Z",
      content: "<p>Text</p>",
    });
  });

  it("answers a draft and an unknown slug alike", async () => {
    await aPost({ slug: "draft", isPublished: false });
    for (const slug of ["draft", "unknown", "%", "../x"])
      expectRefusal(await get(slug), 404, "Post not found");
  });
});
