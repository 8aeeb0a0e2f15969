import { describe, expect, it } from "vitest";
import { operations as adminCategories } from "@/app/api/v1/admin/categories/[[...path]]/route";
import { operations as adminPosts } from "@/app/api/v1/admin/posts/[[...path]]/route";
import { operations as adminSettings } from "@/app/api/v1/admin/settings/[[...path]]/route";
import { POST as placeOrder } from "@/app/api/v1/guest/orders/route";
import { GET as listBanners } from "@/app/api/v1/public/banners/route";
import { GET as listCategories } from "@/app/api/v1/public/categories/route";
import { GET as readConfig } from "@/app/api/v1/public/config/route";
import { GET as readPost } from "@/app/api/v1/public/posts/[slug]/route";
import { GET as readProduct } from "@/app/api/v1/public/products/[slug]/route";
import { GET as listProducts } from "@/app/api/v1/public/products/route";
import type { AdminProduct } from "@/lib/catalogue/admin/schema";
import { db } from "@/lib/db/client";
import { forgetAnswers } from "@/lib/http/answer/answer-cache";
import { productsOfTest } from "../../support/builders/admin-products";
import { anEmail, anIp } from "../../support/builders/products";
import { call } from "../../support/harness/call";

const { admin, body, categoryId, create, patch, read } = productsOfTest();

const zh = {
  title: "一个游戏",
  description: "<p>好玩<script>alert(1)</script></p>",
  instructions: "在启动器里输入",
  tags: "冒险，单人",
  seo_title: "买一个游戏",
};

const skus = [{ code: "STD", name: "Standard", price: "9.90", translations: { zh: { name: "标准版" } } }];

const get = (handler: Parameters<typeof call>[0], query: string, params: Record<string, string> = {}) => {
  forgetAnswers();
  return call<Record<string, unknown>>(handler, "GET", { path: `/api/v1/public?${query}`, params });
};

describe("texts in the reader's language", () => {
  it("are answered for ?lang, and are the shop's own without it or where none is written", async () => {
    const { data } = await create({ summary: "Own summary", tags: ["One"], skus, translations: { zh } });
    expect(data.id).toBeGreaterThan(0);
    const params = { slug: "a-game" };
    expect((await get(readProduct, "", params)).data).toMatchObject({
      title: "A game",
      tags: ["One"],
      skus: [{ name: "Standard" }],
    });
    expect((await get(readProduct, "lang=zh", params)).data).toMatchObject({
      title: "一个游戏",
      summary: "Own summary",
      description: "<p>好玩</p>",
      tags: ["冒险", "单人"],
      skus: [{ name: "标准版" }],
      seo: { title: "买一个游戏", description: null },
    });
    expect((await get(listProducts, "lang=zh")).data).toMatchObject({ products: [{ title: "一个游戏" }] });
    expect((await get(readProduct, "lang=en", params)).data).toMatchObject({ title: "A game" });
    expect((await get(readProduct, "lang=xx", params)).status).toBe(400);
  });

  it("do not travel with what another language is answered", async () => {
    await create({ skus, translations: { zh } });
    const params = { slug: "a-game" };
    const first = await call<{ title: string }>(readProduct, "GET", { path: "/x?lang=zh", params });
    const second = await call<{ title: string }>(readProduct, "GET", { path: "/x", params });
    expect([first.data.title, second.data.title]).toEqual(["一个游戏", "A game"]);
  });

  it("are changed one by one: a text replaces its own, an empty one goes, an absent one stays", async () => {
    const { data } = await create({ skus, translations: { zh } });
    await patch(data.id, { translations: { zh: { title: "新名字", seo_title: "" } } });
    const { translations } = (await read(data.id)) as AdminProduct;
    expect(translations).toEqual({
      zh: { title: "新名字", description: "<p>好玩</p>", instructions: "在启动器里输入", tags: "冒险，单人" },
    });
    await patch(data.id, {
      translations: { zh: Object.fromEntries(Object.keys(zh).map((key) => [key, ""])) },
    });
    expect(((await read(data.id)) as AdminProduct).translations).toEqual({});
  });

  it("are refused in a language or under a name that the shop does not have", async () => {
    expect((await create({ translations: { fr: { title: "Un jeu" } } })).status).toBe(400);
    expect((await create({ translations: { zh: { price: 3 } } })).status).toBe(400);
    const answer = await admin.call(adminPosts.createPost, "POST", {
      body: { slug: "x", type: "blog", title: "X", translations: { zh: { author: "…" } } },
    });
    expect(answer.status).toBe(400);
  });

  it("go into an order that is placed in their language: title, option, instructions", async () => {
    await create({ skus, translations: { zh } });
    const { id: productId } = await db().product.findFirstOrThrow();
    const { id: skuId } = await db().sku.findFirstOrThrow();
    await db().skuStock.update({ where: { skuId }, data: { available: 2 } });
    await db().product.update({ where: { id: productId }, data: { autoSecretKind: "none" } });
    const order = (locale: string) =>
      call<{ items: unknown[] }>(placeOrder, "POST", {
        body: { product_id: productId, sku_id: skuId, quantity: 1, email: anEmail(), locale },
        ip: anIp(),
      });
    expect((await order("zh")).data.items).toMatchObject([{ title: "一个游戏", sku_name: "标准版" }]);
    expect((await order("en")).data.items).toMatchObject([{ title: "A game", sku_name: "Standard" }]);
    const rows = await db().orderItem.findMany({ orderBy: { id: "asc" }, select: { instructions: true } });
    expect(rows).toEqual([{ instructions: "在启动器里输入" }, { instructions: null }]);
  });

  it("label the buyer's form, whose answers and keys stay the same", async () => {
    const form_fields = [{ key: "mood", type: "select", label: "Mood", required: true, options: ["Calm"] }];
    await create({
      auto_secret_kind: "none",
      form_fields,
      translations: { zh: { "form.mood": "气氛" } },
    });
    const answer = await get(readProduct, "lang=zh", { slug: "a-game" });
    expect(answer.data.form_fields).toMatchObject([{ key: "mood", label: "气氛", options: ["Calm"] }]);
  });

  it("belong to categories, posts, banners and settings too", async () => {
    await create(body());
    await admin.call(adminCategories.updateCategory, "PATCH", {
      params: { id: String(categoryId()) },
      body: { translations: { zh: { name: "游戏" } } },
    });
    await admin.call(adminPosts.createPost, "POST", {
      body: {
        slug: "hello",
        type: "blog",
        title: "Hello",
        content: "<p>Hi</p>",
        is_published: true,
        translations: { zh: { title: "你好", content: "<p>嗨<img src=x onerror=alert(1)></p>" } },
      },
    });
    await db().banner.create({
      data: { title: "Sale", image: "/sample/banners/shelf.svg", translations: { zh: { title: "促销" } } },
    });
    const settings = await admin.call(adminSettings.updateSettings, "PATCH", {
      body: {
        translations: { zh: { site_name: "小店", notice: "公告", terms: "<p>条款<script>1</script></p>" } },
      },
    });
    expect(settings.status).toBe(200);
    expect((await get(listCategories, "lang=zh")).data).toMatchObject({ categories: [{ name: "游戏" }] });
    const post = await get(readPost, "lang=zh", { slug: "hello" });
    expect(post.data).toMatchObject({ title: "你好", content: expect.not.stringContaining("onerror") });
    expect((await get(listBanners, "lang=zh")).data).toMatchObject({ banners: [{ title: "促销" }] });
    expect((await get(readConfig, "lang=zh")).data).toMatchObject({ site_name: "小店", notice: "公告" });
    expect((await get(readConfig, "")).data).toMatchObject({ site_name: "Keyshelf" });
    expect(settings.data.translations).toMatchObject({ zh: { terms: "<p>条款</p>" } });
  });
});
