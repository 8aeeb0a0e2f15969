import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import type { Lang } from "../core/translations";
import { inLanguage } from "../core/translations";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { getSettings } from "../settings/queries";
import { countBundles, partsOfBundles, strictestDisplay } from "./bundles/bundle-stock";
import { countCategories, countChoices } from "./finding/count-choices";
import { findMatches } from "./finding/find-matches";
import { forgetGoods, getGoods } from "./finding/kept-goods";
import { conditionsOf, inOrder, inRank, listedGoods, onSaleOf } from "./finding/select-goods";
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

/** A product counts as on sale while it, its category and one of its SKUs are active. */
export const onSale = {
  status: "active",
  category: { isActive: true },
  skus: { some: { isActive: true } },
} as const;

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

/** Finds those of the ids that are on sale, in the order of the ids. */
async function summariesById(ids: readonly number[], lang: Lang): Promise<ProductSummary[]> {
  const [rows, { currency }] = await Promise.all([
    ids.length === 0
      ? []
      : db().product.findMany({ where: { id: { in: [...ids] }, ...onSale }, include: summaryParts }),
    getSettings(),
  ]);
  const places = new Map(ids.map((id, place) => [id, place]));
  rows.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
  return summariesOf(rows, currency, lang);
}

const idsOf = (goods: readonly { id: number }[]) => goods.map(({ id }) => id);

/** Lists the best match of a search first, unless another order is asked for. */
async function readList(query: ProductQuery): Promise<{ list: ProductList; isShort: boolean }> {
  const goods = await getGoods();
  const found = query.search === undefined ? null : await findMatches(goods, query.search);
  const conditions = conditionsOf(goods, query, found);
  const listed = listedGoods(goods, conditions);
  const isRanked = found !== null && query.sort === "default";
  const ids = isRanked ? inRank(idsOf(listed), found) : idsOf(inOrder(listed, query.sort));
  const { skip, take } = pageSlice(query);
  const shown = ids.slice(skip, skip + take);
  const products = await summariesById(shown, query.lang);
  const { page, per_page } = query;
  const facets = query.facets ? { facets: countChoices(goods, conditions, query, query.lang) } : {};
  return {
    list: { products, total: listed.length, page, per_page, ...facets },
    isShort: products.length < shown.length,
  };
}

export async function listProducts(query: ProductQuery): Promise<ProductList> {
  const { list, isShort } = await readList(query);
  if (!isShort) return list;
  // Another process deleted one of them.
  forgetGoods();
  return (await readList(query)).list;
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
  const [goods, product] = await Promise.all([
    getGoods(),
    db().product.findUnique({ where: { slug }, select: { id: true, categoryId: true } }),
  ]);
  const related = onSaleOf(goods).filter(
    ({ id, categoryId }) => id !== product?.id && categoryId === product?.categoryId,
  );
  return summariesById(idsOf(inOrder(related, "default").slice(0, take)), lang);
}

/** The most bought first. A product that nobody bought is none. */
export async function listBestSellers(take: number, lang?: Lang): Promise<ProductSummary[]> {
  const sold = onSaleOf(await getGoods()).filter((good) => good.sold > 0);
  sold.sort((a, b) => b.sold - a.sold || a.id - b.id);
  return summariesById(idsOf(sold.slice(0, take)), lang);
}

/** `product_count` covers a category's own products and those of its children. */
export async function listCategories(lang?: Lang): Promise<CategoryView[]> {
  const [rows, goods] = await Promise.all([
    db().category.findMany({ where: { isActive: true }, orderBy: [{ sortOrder: "asc" }, { id: "asc" }] }),
    getGoods(),
  ]);
  const counts = countCategories(goods);
  return rows.map((row) => ({
    id: row.id,
    parent_id: rows.some((parent) => parent.id === row.parentId) ? row.parentId : null,
    slug: row.slug,
    name: inLanguage(row, lang).name,
    icon: row.icon,
    sort_order: row.sortOrder,
    product_count: counts.get(row.id) ?? 0,
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
