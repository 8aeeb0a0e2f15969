import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import type { Lang } from "../core/translations";
import { inLanguage } from "../core/translations";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { getSettings } from "../settings/queries";
import { countBundles, partsOfBundles, strictestDisplay } from "./bundles/bundle-stock";
import { heldUntil } from "./held-units";
import { ratingView } from "./rating";
import type {
  CategoryView,
  ProductDetail,
  ProductList,
  ProductQuery,
  ProductSummary,
  PromisedFile,
} from "./schema";
import { findMatches } from "./sql/changes";
import { findBestSellers } from "./sql/products";
import { translateProduct } from "./translate";
import { toProductDetail, toProductSummary } from "./view";
import { noteLook } from "./want-stock";

const stockCounters = { select: { isUnlimited: true, available: true, isAsked: true } } as const;
export const heldCounters = { select: { ...stockCounters.select, reserved: true } } as const;
export const categoryRef = { select: { id: true, slug: true, name: true, translations: true } } as const;

/** The counters beside the keys: a list costs the same with 500 keys as with 500,000. */
const summaryParts = {
  category: categoryRef,
  skus: {
    where: { isActive: true },
    select: { id: true, priceCents: true, originalPriceCents: true, fulfillers: true, stock: stockCounters },
  },
} as const;

const orders: Record<ProductQuery["sort"], Prisma.ProductOrderByWithRelationInput[]> = {
  default: [{ sortOrder: "asc" }, { id: "asc" }],
  newest: [{ createdAt: "desc" }, { id: "desc" }],
  price_asc: [{ priceCents: "asc" }, { id: "asc" }],
  price_desc: [{ priceCents: "desc" }, { id: "desc" }],
};

/** A product counts as on sale while it, its category and one of its SKUs are active. */
export const onSale = {
  status: "active",
  category: { isActive: true },
  skus: { some: { isActive: true } },
} as const;

function filter({ category_id, category }: Omit<ProductQuery, "search">): Prisma.ProductWhereInput {
  const conditions: Prisma.ProductWhereInput[] = [onSale];
  if (category_id !== undefined) {
    conditions.push({ OR: [{ categoryId: category_id }, { category: { parentId: category_id } }] });
  }
  if (category !== undefined)
    conditions.push({ category: { OR: [{ slug: category }, { parent: { slug: category } }] } });
  return { AND: conditions };
}

type SummaryOfProduct = Omit<Prisma.ProductGetPayload<{ include: typeof summaryParts }>, "searchText">;

/** With the stock of bundles, which their parts have: one more question for a list that has any. */
async function summariesOf(
  rows: readonly SummaryOfProduct[],
  currency: string,
  lang: Lang,
): Promise<ProductSummary[]> {
  const parts = await partsOfBundles(
    db(),
    rows.flatMap(({ skus }) => skus),
  );
  return rows.map((row) => {
    const stockDisplay = strictestDisplay(row.stockDisplay, row.skus, parts);
    const counted = { ...row, stockDisplay, skus: countBundles(row.skus, parts) };
    return toProductSummary(translateProduct(counted, lang), currency);
  });
}

/** The best match first, unless another order is asked for. */
async function listMatches(search: string, query: ProductQuery): Promise<ProductList> {
  const ids = await findMatches(search);
  const [rows, { currency }] = await Promise.all([
    ids.length === 0
      ? []
      : db().product.findMany({
          where: { AND: [filter(query), { id: { in: ids } }] },
          include: summaryParts,
          orderBy: orders[query.sort],
        }),
    getSettings(),
  ]);
  const rank = new Map(ids.map((id, index) => [id, index]));
  if (query.sort === "default") rows.sort((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0));
  const { skip, take } = pageSlice(query);
  return {
    products: await summariesOf(rows.slice(skip, skip + take), currency, query.lang),
    total: rows.length,
    page: query.page,
    per_page: query.per_page,
  };
}

export async function listProducts(query: ProductQuery): Promise<ProductList> {
  if (query.search !== undefined) return listMatches(query.search, query);
  const where = filter(query);
  const [rows, total, { currency }] = await Promise.all([
    db().product.findMany({
      where,
      include: summaryParts,
      orderBy: orders[query.sort],
      ...pageSlice(query),
    }),
    db().product.count({ where }),
    getSettings(),
  ]);
  return {
    products: await summariesOf(rows, currency, query.lang),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}

/** @throws AppError `not_found` for a slug that is unknown, a draft or archived: the three cannot be told apart. */
export async function getProduct(slug: string, lang?: Lang): Promise<ProductDetail> {
  const [row, { currency, reviews }] = await Promise.all([
    db().product.findFirst({
      where: { slug, ...onSale },
      include: {
        category: categoryRef,
        skus: {
          where: { isActive: true },
          orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
          include: { stock: heldCounters },
        },
        wholesale: { orderBy: { minQuantity: "asc" } },
        rating: true,
      },
    }),
    getSettings(),
  ]);
  if (!row) throw notFound("product");
  const [files, parts, held] = await Promise.all([
    promisedFiles(row.skus),
    partsOfBundles(db(), row.skus, lang),
    heldUntil(row.skus),
  ]);
  // A bundle has what its parts have.
  const ofParts = [...parts.values()].flat().map((part) => ({ id: part.skuId, stock: part }));
  noteLook([...row.skus, ...ofParts]);
  const stockDisplay = strictestDisplay(row.stockDisplay, row.skus, parts);
  const counted = { ...row, stockDisplay, skus: countBundles(row.skus, parts) };
  return {
    ...toProductDetail(translateProduct(counted, lang), currency, { files, parts, held }),
    rating: reviews === "off" ? null : ratingView(row.rating),
  };
}

/** The newest version of each file of the options that deliver files. */
async function promisedFiles(
  skus: readonly { id: number; fulfillers: readonly string[] }[],
): Promise<ReadonlyMap<number, PromisedFile[]>> {
  const ids = skus.filter(({ fulfillers }) => fulfillers.includes("file")).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const files = await db().skuFile.findMany({
    where: { skuId: { in: ids } },
    orderBy: { id: "asc" },
    include: { versions: { where: { status: "ready" }, orderBy: { id: "desc" }, take: 1 } },
  });
  const found = new Map<number, PromisedFile[]>();
  for (const { skuId, title, versions } of files)
    for (const { label, bytes } of versions)
      if (skuId !== null)
        found.set(skuId, [...(found.get(skuId) ?? []), { title, version: label, bytes: Number(bytes) }]);
  return found;
}

/** Others of the same category: more than a shelf holds, since some may be sold out. */
export async function listRelatedProducts(slug: string, lang?: Lang, take = 12): Promise<ProductSummary[]> {
  const [rows, { currency }] = await Promise.all([
    db().product.findMany({
      where: { ...onSale, slug: { not: slug }, category: { isActive: true, products: { some: { slug } } } },
      include: summaryParts,
      orderBy: orders.default,
      take,
    }),
    getSettings(),
  ]);
  return summariesOf(rows, currency, lang);
}

/** The most bought first. */
export async function listBestSellers(take: number, lang?: Lang): Promise<ProductSummary[]> {
  const ids = await findBestSellers(db(), take);
  if (ids.length === 0) return [];
  const [rows, { currency }] = await Promise.all([
    db().product.findMany({ where: { id: { in: ids }, ...onSale }, include: summaryParts }),
    getSettings(),
  ]);
  rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return summariesOf(rows, currency, lang);
}

/** `product_count` covers a category's own products and those of its children. */
export async function listCategories(lang?: Lang): Promise<CategoryView[]> {
  const rows = await db().category.findMany({
    where: { isActive: true },
    include: {
      _count: { select: { products: { where: { status: "active", skus: { some: { isActive: true } } } } } },
    },
    orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
  });
  const ownCount = (id: number) => rows.find((row) => row.id === id)?._count.products ?? 0;
  return rows.map((row) => ({
    id: row.id,
    parent_id: rows.some((parent) => parent.id === row.parentId) ? row.parentId : null,
    slug: row.slug,
    name: inLanguage(row, lang).name,
    icon: row.icon,
    sort_order: row.sortOrder,
    product_count: rows
      .filter((child) => child.parentId === row.id)
      .reduce((sum, child) => sum + ownCount(child.id), ownCount(row.id)),
  }));
}

/** For the sitemap. */
export async function listProductAddresses(): Promise<
  { slug: string; updatedAt: Date; image: string | null }[]
> {
  return db().product.findMany({
    where: onSale,
    select: { slug: true, updatedAt: true, image: true },
    orderBy: { id: "asc" },
    take: 5000,
  });
}
