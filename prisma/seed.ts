import { insertProduct } from "@/lib/catalogue/admin/create-product";
import { createProductBody } from "@/lib/catalogue/admin/schema";
import { addSeconds, now } from "@/lib/core/clock";
import { sanitiseHtml } from "@/lib/core/formats/rich-text";
import { inTransaction, type Tx } from "@/lib/db/transaction";
import { createTestChannel } from "@/lib/payments/channels/create-test-channel";
import { isTestGatewayOn, markSample } from "@/lib/payments/test-gateway/availability";
import { defaultSettings } from "@/lib/settings/defaults";
import { refreshSettings } from "@/lib/settings/queries";
import { writeSettings } from "@/lib/settings/write-settings";
import { storeSecrets } from "@/lib/stock/store-secrets";
import { banners } from "./sample/banners";
import { categories } from "./sample/categories";
import {
  chineseBanners,
  chineseCategories,
  chinesePosts,
  chineseProducts,
  chineseSettings,
} from "./sample/chinese";
import { games } from "./sample/games";
import { giftCards } from "./sample/gift-cards";
import { makeKeys } from "./sample/keys";
import { learning } from "./sample/learning";
import { posts } from "./sample/posts";
import type { SampleProduct } from "./sample/product";
import { settings } from "./sample/settings";
import { software } from "./sample/software";
import { testPaymentNames } from "./sample/test-payment";

const products: readonly SampleProduct[] = [...games, ...software, ...giftCards, ...learning];
const daySeconds = 86_400;

/** Staff or a mark of an earlier filling: this shop belongs to somebody, even if its shelves are bare. */
async function isUntouched(tx: Tx): Promise<boolean> {
  const id = { select: { id: true } } as const;
  // Settings that no operator sets, such as the witness of the keys, are no sign of a shop.
  const isSet = { key: { in: Object.keys(defaultSettings) } };
  const sign =
    (await tx.product.findFirst(id)) ??
    (await tx.category.findFirst(id)) ??
    (await tx.staff.findFirst(id)) ??
    (await tx.order.findFirst(id)) ??
    (await tx.setting.findFirst({ where: isSet, select: { key: true } }));
  return sign === null;
}

async function addProduct(
  tx: Tx,
  sample: SampleProduct,
  place: { categoryId: number; index: number },
): Promise<number> {
  const { category: _, ...typed } = sample;
  const chinese = chineseProducts[sample.slug];
  const skus = sample.skus.map(({ keys: _keys, ...sku }) => ({
    ...sku,
    translations: { zh: { name: chinese?.skus[sku.code] ?? "" } },
  }));
  const image = `/sample/products/${sample.slug}.svg`;
  const body = createProductBody.parse({
    ...typed,
    skus,
    translations: { zh: chinese?.texts ?? {} },
    image,
    images: [image],
    category_id: place.categoryId,
    status: "active",
    sort_order: (place.index + 1) * 10,
  });
  const id = await insertProduct(tx, body);
  // The first of the list is the newest.
  await tx.product.update({
    where: { id },
    data: { createdAt: addSeconds(now(), -place.index * daySeconds) },
  });
  const rows = await tx.sku.findMany({ where: { productId: id }, select: { id: true, code: true } });
  const idByCode = new Map(rows.map((row) => [row.code, row.id]));
  for (const { code, keys } of sample.skus) {
    const skuId = idByCode.get(code);
    if (!keys || skuId === undefined) continue;
    await storeSecrets(tx, {
      skuId,
      keys: makeKeys(keys.format, keys.count).map((content) => ({ content })),
      note: "Sample keys",
      staffId: null,
    });
  }
  return id;
}

async function addPricing(tx: Tx): Promise<void> {
  const level = (
    index: number,
    slug: string,
    name: string,
    zh: string,
    discountPercent: number,
    recharge: bigint,
    spend: bigint,
  ) => ({
    slug,
    name,
    translations: { zh: { name: zh } },
    discountPercent,
    rechargeThresholdCents: recharge,
    spendThresholdCents: spend,
    isDefault: index === 0,
    sortOrder: (index + 1) * 10,
  });
  await tx.memberLevel.createMany({
    data: [
      level(0, "member", "Member", "普通会员", 0, 0n, 0n),
      level(1, "silver", "Silver", "银卡会员", 3, 100_00n, 200_00n),
      level(2, "gold", "Gold", "金卡会员", 8, 500_00n, 1_000_00n),
    ],
  });
  await tx.coupon.create({
    data: {
      code: "WELCOME10",
      kind: "percent",
      percent: 10,
      minAmountCents: 20_00n,
      maxDiscountCents: 10_00n,
      perBuyerLimit: 1,
    },
  });
}

async function addContent(tx: Tx): Promise<void> {
  await tx.post.createMany({
    data: posts.map(({ daysAgo, content, ...post }) => ({
      ...post,
      content: sanitiseHtml(content),
      translations: { zh: chinesePosts[post.slug] ?? {} },
      isPublished: true,
      publishedAt: addSeconds(now(), -daysAgo * daySeconds),
    })),
  });
  await tx.banner.createMany({
    data: banners.map((banner, index) => ({
      ...banner,
      translations: { zh: chineseBanners[banner.linkUrl] ?? {} },
      position: "home",
      linkType: "internal",
      sortOrder: (index + 1) * 10,
    })),
  });
}

/** A first start on a busy machine may take longer than a transaction of the shop may. */
const patience = { timeout: 300_000 };

/**
 * Fills an empty database with a small believable shop, in one transaction: killed half-way, the next start begins anew.
 * @returns whether it did.
 */
export async function seedSampleShop(): Promise<boolean> {
  const isFilled = await inTransaction(async (tx) => {
    if (!(await isUntouched(tx))) return false;
    await writeSettings(tx, { ...settings, translations: { zh: chineseSettings } });
    const rows = await tx.category.createManyAndReturn({
      data: categories.map((category, index) => ({
        ...category,
        translations: { zh: { name: chineseCategories[category.slug] ?? "" } },
        sortOrder: (index + 1) * 10,
      })),
      select: { id: true, slug: true },
    });
    const categoryIds = new Map<string, number>(rows.map((row) => [row.slug, row.id]));
    for (const [index, sample] of products.entries()) {
      await addProduct(tx, sample, { categoryId: categoryIds.get(sample.category) ?? 0, index });
    }
    await addPricing(tx);
    await addContent(tx);
    await markSample(tx);
    if (await isTestGatewayOn(tx)) {
      await createTestChannel(tx, {
        name: "Test payment",
        currency: defaultSettings.currency,
        translations: testPaymentNames,
      });
    }
    return true;
  }, patience);
  await refreshSettings();
  return isFilled;
}
