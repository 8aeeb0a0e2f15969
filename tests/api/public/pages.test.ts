import { describe, expect, it } from "vitest";
import * as detail from "@/app/api/v1/public/pages/[slug]/route";
import * as endpoint from "@/app/api/v1/public/pages/route";
import type { PageDetail, PageLink } from "@/lib/content/pages/schema";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { call } from "../../support/harness/call";
import { expectRefusal, publicReadBehaviour } from "../../support/harness/public-suite";

const aPage = (data: Partial<Prisma.PageCreateInput> & { slug: string }) =>
  db().page.create({ data: { title: data.slug, isPublished: true, ...data } });
const links = async (query = "") => {
  forgetAnswers();
  const path = `/api/v1/public/pages?${query}`;
  return (await call<{ pages: PageLink[] }>(endpoint.GET, "GET", { path })).data.pages;
};
const read = (slug: string, query = "") => {
  forgetAnswers();
  const path = `/api/v1/public/pages/${slug}?${query}`;
  return call<PageDetail>(detail.GET, "GET", { path, params: { slug } });
};

const aboutInBoth = {
  slug: "about",
  title: "About us",
  content: "<p>We sell keys.</p>",
  translations: { zh: { title: "关于我们", content: "<p>我们出售卡密。</p>" } },
};

describe("GET /api/v1/public/pages", () => {
  publicReadBehaviour(endpoint);

  it("lists published pages that have a place, in their order, without their text", async () => {
    await aPage({ slug: "later", sortOrder: 2 });
    await aPage({ slug: "top", place: "header", sortOrder: 1 });
    await aPage({ slug: "nowhere", place: "none" });
    await aPage({ slug: "draft", isPublished: false });
    expect(await links()).toEqual([
      { slug: "top", title: "top", place: "header" },
      { slug: "later", title: "later", place: "footer" },
    ]);
  });

  it("names them in the language that is asked for", async () => {
    await aPage(aboutInBoth);
    expect((await links()).map(({ title }) => title)).toEqual(["About us"]);
    expect((await links("lang=zh")).map(({ title }) => title)).toEqual(["关于我们"]);
  });
});

describe("GET /api/v1/public/pages/:slug", () => {
  it("shows a page with its text, in the shop's language or the one asked for", async () => {
    await aPage({ ...aboutInBoth, place: "none" });
    expect((await read("about")).data).toEqual({
      slug: "about",
      title: "About us",
      place: "none",
      content: "<p>We sell keys.</p>",
      updated_at: expect.any(String),
    });
    expect((await read("about", "lang=zh")).data).toMatchObject({
      title: "关于我们",
      content: "<p>我们出售卡密。</p>",
    });
  });

  it("answers a draft and an unknown slug alike", async () => {
    await aPage({ slug: "draft", isPublished: false });
    for (const slug of ["draft", "unknown", "%", "../x"])
      expectRefusal(await read(slug), 404, "Page not found");
  });
});
