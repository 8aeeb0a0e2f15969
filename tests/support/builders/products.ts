import { randomUUID } from "node:crypto";
import type { ClientInfo } from "@/lib/acts/actor";
import { sealSkuContent } from "@/lib/catalogue/sku-content";
import { newToken, randomCode } from "@/lib/core/ids";
import { db } from "@/lib/db/client";
import type { Prisma } from "@/lib/db/generated/client";
import { inTransaction } from "@/lib/db/transaction";
import { storeSecrets } from "@/lib/stock/store-secrets";

let serial = 0;
const next = () => ++serial;

export async function aCategory(data: Partial<Prisma.CategoryUncheckedCreateInput> = {}) {
  const n = next();
  return db().category.create({ data: { slug: `category-${n}`, name: `Category ${n}`, ...data } });
}

export interface ProductOptions {
  /** This many keys, KEY-<sku>-1 … */
  keys?: number;
  priceCents?: bigint;
  kind?: "card_key" | "account" | "link" | "text" | "none";
  /** Content of a `text` product. */
  content?: string;
  /** Pieces of a text or manual product; unlimited when left out. */
  units?: number;
  product?: Partial<Prisma.ProductUncheckedCreateInput>;
  sku?: Partial<Prisma.SkuUncheckedCreateInput>;
}

export const keyOf = (skuId: number, n: number) => `KEY-${skuId}-${String(n).padStart(4, "0")}`;

/** Another SKU of a product. */
export async function aSku(productId: number, options: ProductOptions = {}) {
  const n = next();
  const kind = options.kind ?? "card_key";
  const hasSecrets = kind !== "text" && kind !== "none";
  const sku = await db().sku.create({
    data: {
      productId,
      code: `SKU-${n}`,
      name: `Variant ${n}`,
      priceCents: options.priceCents ?? 990n,
      ...options.sku,
    },
  });
  if (kind === "text") {
    const contentSealed = sealSkuContent(sku.id, options.content ?? "READ-ME");
    await db().sku.update({ where: { id: sku.id }, data: { contentSealed } });
  }
  const isUnlimited = !hasSecrets && options.units === undefined && sku.source === "local";
  await db().skuStock.create({ data: { skuId: sku.id, isUnlimited, available: options.units ?? 0 } });
  if (options.keys) await addKeys(sku.id, options.keys);
  return sku;
}

export async function addKeys(skuId: number, count: number, from = 1): Promise<void> {
  const keys = Array.from({ length: count }, (_, index) => ({ content: keyOf(skuId, from + index) }));
  await inTransaction((tx) => storeSecrets(tx, { skuId, keys, note: "test", staffId: null }));
}

/** An active product with one SKU. */
export async function aProduct(options: ProductOptions = {}) {
  const n = next();
  const categoryId = options.product?.categoryId ?? (await aCategory()).id;
  const product = await db().product.create({
    data: {
      categoryId,
      slug: `product-${n}`,
      title: `Product ${n}`,
      status: "active",
      autoSecretKind: options.kind ?? "card_key",
      priceCents: options.priceCents ?? 990n,
      maxQuantity: 1000,
      ...options.product,
    },
  });
  const sku = await aSku(product.id, options);
  return { product, sku };
}

/** An option that is sold as these parts, at a price of its own. */
export async function aBundleOf(parts: readonly { id: number }[], priceCents = 990n, quantity = 1) {
  const { sku } = await aProduct({ kind: "text", priceCents, sku: { fulfillers: ["bundle"] } });
  await db().bundlePart.createMany({
    data: parts.map(({ id }, index) => ({
      bundleSkuId: sku.id,
      position: index + 1,
      partSkuId: id,
      quantity,
    })),
  });
  return sku;
}

/** A user who is not logged in; the password hash is nobody's. */
export async function aUser(data: Partial<Prisma.UserUncheckedCreateInput> = {}) {
  const n = next();
  return db().user.create({
    data: {
      email: `user-${n}-${randomCode(6).toLowerCase()}@example.com`,
      nickname: `User ${n}`,
      passwordHash: "-",
      ...data,
    },
  });
}

export async function aStaff(data: Partial<Prisma.StaffUncheckedCreateInput> = {}) {
  const n = next();
  return db().staff.create({
    data: { email: `staff-${n}@example.com`, name: `Staff ${n}`, passwordHash: "-", role: "owner", ...data },
  });
}

/** An admin actor of a fresh staff row, for calling operations directly. */
export async function anAdmin() {
  const staff = await aStaff();
  return {
    kind: "admin",
    staffId: staff.id,
    sessionId: randomUUID(),
    role: staff.role,
    email: staff.email,
  } as const;
}

export const aClient = (ip = "203.0.113.7"): ClientInfo => ({
  ip,
  userAgent: "test",
  requestId: randomUUID(),
  readLocale: async () => "en",
  readCountry: async () => null,
});

let caller = 0;
/** Each order from another address, so that only the test of the limit meets it. */
export const anIp = () => `198.51.100.${(caller++ % 250) + 1}`;

export const anEmail = () =>
  `buyer-${next()}-${newToken()
    .slice(0, 6)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "x")}@example.com`;
