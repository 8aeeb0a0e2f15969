import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { getProduct, listCategories, listProducts } from "@/lib/catalogue/queries";
import { listBanners, listPosts } from "@/lib/content/queries";
import { now } from "@/lib/core/clock";
import { sanitiseHtml } from "@/lib/core/formats/rich-text";
import { db } from "@/lib/db/client";
import { checkKeys } from "@/lib/db/sealed/verify-master-key";
import { listOpenChannels } from "@/lib/payments/queries";
import { quoteOrder } from "@/lib/pricing/quote-order";
import { seedSampleShop } from "@/prisma/seed";
import { aStaff } from "../../support/builders/products";

const root = path.resolve(import.meta.dirname, "../../..");
const everything = { page: 1, per_page: 100, sort: "default" } as const;

describe("the sample shop", () => {
  it("fills an empty database once, and only an empty one", async () => {
    // As a start does before it looks.
    await checkKeys();
    expect(await seedSampleShop()).toBe(true);
    expect(await seedSampleShop()).toBe(false);
    const counts = await Promise.all([
      db().product.count(),
      db().category.count(),
      db().secret.count(),
      db().post.count(),
      db().banner.count(),
      db().memberLevel.count(),
      db().coupon.count(),
    ]);
    expect(counts).toEqual([12, 4, 500, 5, 3, 3, 1]);
  });

  it("leaves a shop alone that belongs to somebody, even when its shelves are bare", async () => {
    await aStaff();
    expect(await seedSampleShop()).toBe(false);
    expect(await db().product.count()).toBe(0);
  });

  it("stays away after the operator has deleted everything", async () => {
    await seedSampleShop();
    await db().secret.deleteMany();
    await db().product.deleteMany();
    await db().category.deleteMany();
    expect(await seedSampleShop()).toBe(false);
  });

  it("fills it once when two processes start together", async () => {
    const done = await Promise.allSettled([seedSampleShop(), seedSampleShop()]);
    expect(done.filter((one) => one.status === "fulfilled" && one.value)).toHaveLength(1);
    expect(await db().product.count()).toBe(12);
  });

  it("has every kind of product, in stock as its keys say", async () => {
    await seedSampleShop();
    const { products } = await listProducts(everything);
    expect(new Set(products.map((product) => product.auto_secret_kind))).toEqual(
      new Set(["card_key", "account", "link", "text", "none"]),
    );
    expect(products.filter((product) => product.purchase_type === "member")).toHaveLength(1);
    expect((await listCategories()).map(({ product_count }) => product_count)).toEqual([3, 3, 3, 3]);
    const [{ differing } = { differing: -1n }] = await db().$queryRaw<{ differing: bigint }[]>`
      SELECT count(*) AS differing FROM sku_stocks t
      WHERE t.sku_id IN (SELECT sku_id FROM secrets)
        AND t.available <> (SELECT count(*) FROM secrets s WHERE s.sku_id = t.sku_id AND s.status = 'available')`;
    expect(differing).toBe(0n);
    const cheapest = await db().$queryRaw<{ slug: string }[]>`
      SELECT p.slug FROM products p
      WHERE p.price_cents <> (SELECT min(price_cents) FROM skus WHERE product_id = p.id AND is_active)`;
    expect(cheapest).toEqual([]);
  });

  it("shows only pictures that exist and are small, and only clean HTML", async () => {
    await seedSampleShop();
    const { products } = await listProducts(everything);
    const details = await Promise.all(products.map((product) => getProduct(product.slug)));
    const posts = (await listPosts({ page: 1, per_page: 100 })).posts;
    const banners = await listBanners({});
    const pictures = [
      ...details.flatMap((product) => [product.image, ...product.images]),
      ...(await listCategories()).map((category) => category.icon),
      ...posts.map((post) => post.cover),
      ...banners.flatMap((banner) => [banner.image, banner.mobile_image]),
    ].filter((picture) => picture !== null);
    for (const picture of pictures) {
      const file = path.join(root, "public", picture);
      expect(existsSync(file), picture).toBe(true);
      expect(statSync(file).size, picture).toBeLessThan(15_000);
    }
    for (const product of details) {
      expect(sanitiseHtml(product.description)).toBe(product.description);
      expect(product.description.length, product.slug).toBeGreaterThan(200);
      expect(product.summary.length, product.slug).toBeGreaterThan(30);
    }
    const links = [
      ...(await db().post.findMany()),
      ...banners.map(({ link_url }) => ({ content: `"${link_url}"` })),
    ].flatMap(({ content }) => [...content.matchAll(/"\/products\/([a-z-]+)"/g)].map(([, slug]) => slug));
    expect(links.length).toBeGreaterThan(2);
    for (const slug of links) expect(products.map((product) => product.slug)).toContain(slug);
  });

  it("can be paid, and the coupon and the quantity discount work", async () => {
    await seedSampleShop();
    expect(await listOpenChannels()).toMatchObject([{ name: "Test payment" }]);
    expect(await listOpenChannels("zh")).toMatchObject([{ name: "测试支付" }]);
    const mill = await getProduct("tidemill");
    const line = { productId: mill.id, skuId: mill.skus[0]?.id ?? 0, quantity: 10 };
    const guest = { kind: "guest", email: "buyer@example.com" } as const;
    const quote = await quoteOrder(db(), { lines: [line], buyer: guest, couponCode: "WELCOME10", at: now() });
    expect([quote.originalCents, quote.amountCents]).toEqual([149_90n, 119_90n - 10_00n]);
  });
});
