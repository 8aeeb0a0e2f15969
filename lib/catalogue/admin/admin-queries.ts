import { notFound } from "../../core/errors";
import { pageSlice } from "../../core/paging";
import { inLanguage, type Lang, readTranslations } from "../../core/translations";
import { toMoney, toTime } from "../../core/wire";
import { db } from "../../db/client";
import { likeLiteral } from "../../db/filters";
import type { Prisma } from "../../db/generated/client";
import type { Reader } from "../../db/transaction";
import { getSettings } from "../../settings/queries";
import { countBundles, partsOfBundles } from "../bundles/bundle-stock";
import { isBundle } from "../bundles/schema";
import { type GoodsKind, isAddedGoods, type SaleOrder } from "../schema";
import { findShortProducts } from "../sql/products";
import { toAdminProduct, toAdminProductRow } from "../view";
import { findTitled } from "./find-titled";
import type { AdminCategory, AdminProduct, AdminProductList, AdminProductQuery, ProductName } from "./schema";

const counters = { select: { isUnlimited: true, available: true, reserved: true, sold: true } } as const;
const categoryRef = { select: { id: true, slug: true, name: true } } as const;

const orders: Record<AdminProductQuery["sort"], Prisma.ProductOrderByWithRelationInput[]> = {
  default: [{ sortOrder: "asc" }, { id: "asc" }],
  newest: [{ createdAt: "desc" }, { id: "desc" }],
  updated: [{ updatedAt: "desc" }, { id: "desc" }],
  title: [{ title: "asc" }, { id: "asc" }],
  price_asc: [{ priceCents: "asc" }, { id: "asc" }],
  price_desc: [{ priceCents: "desc" }, { id: "desc" }],
};

const delivering = (goods: GoodsKind): Prisma.ProductWhereInput =>
  isAddedGoods(goods)
    ? { AND: { skus: { some: { fulfillers: { has: goods } } } } }
    : goods === "text"
      ? { autoSecretKind: goods, AND: { skus: { some: { fulfillers: { isEmpty: true } } } } }
      : { autoSecretKind: goods };

export async function productFilter(
  query: Omit<AdminProductQuery, "page" | "per_page" | "sort">,
): Promise<Prisma.ProductWhereInput> {
  const { search, status, category_id: categoryId, kind, stock } = query;
  const contains =
    search === undefined ? undefined : ({ contains: likeLiteral(search), mode: "insensitive" } as const);
  return {
    ...(status === undefined ? {} : { status }),
    ...(kind === undefined ? {} : delivering(kind)),
    ...(categoryId === undefined ? {} : { category: { OR: [{ id: categoryId }, { parentId: categoryId }] } }),
    ...(stock === undefined ? {} : { id: { in: await findShortProducts(db(), stock) } }),
    ...(search === undefined || contains === undefined
      ? {}
      : { OR: [...findTitled(search), { slug: contains }, { skus: { some: { code: contains } } }] }),
  };
}

/** Options of these products that have a text. */
async function findTexts(productIds: number[]): Promise<ReadonlySet<number>> {
  if (productIds.length === 0) return new Set();
  const found = await db().sku.findMany({
    where: { productId: { in: productIds }, contentSealed: { not: null } },
    select: { id: true },
  });
  return new Set(found.map(({ id }) => id));
}

/** With title and category in one language, for a page; without it as they are stored. */
export async function listAdminProducts(
  query: AdminProductQuery,
  lang: Lang = undefined,
): Promise<AdminProductList> {
  const where = await productFilter(query);
  const [rows, total, { currency }] = await Promise.all([
    db().product.findMany({
      where,
      include: {
        category: { select: { ...categoryRef.select, translations: true } },
        skus: {
          select: {
            id: true,
            isActive: true,
            priceCents: true,
            source: true,
            fulfillers: true,
            stock: counters,
          },
        },
      },
      orderBy: orders[query.sort],
      ...pageSlice(query),
    }),
    db().product.count({ where }),
    getSettings(),
  ]);
  const [parts, skusWithText] = await Promise.all([
    partsOfBundles(
      db(),
      rows.flatMap(({ skus }) => skus),
    ),
    findTexts(rows.filter(({ autoSecretKind }) => autoSecretKind === "text").map(({ id }) => id)),
  ]);
  return {
    products: rows.map((row) =>
      toAdminProductRow(
        {
          ...inLanguage(row, lang),
          category: inLanguage(row.category, lang),
          skus: countBundles(row.skus, parts),
        },
        { currency, skusWithText },
      ),
    ),
    total,
    page: query.page,
    per_page: query.per_page,
  };
}

const wholeProduct = {
  category: categoryRef,
  skus: { orderBy: [{ sortOrder: "asc" }, { id: "asc" }], include: { stock: counters } },
  wholesale: { orderBy: { minQuantity: "asc" } },
} satisfies Prisma.ProductInclude;

/** Reads products whole, for a file of them and for comparing one: those of a list, or those that the file names. */
export async function readWholeProducts(
  reader: Reader,
  where: Prisma.ProductWhereInput,
  page: { after: number; take: number },
): Promise<AdminProduct[]> {
  const [rows, { currency }] = await Promise.all([
    reader.product.findMany({
      where: { AND: [where, { id: { gt: page.after } }] },
      include: wholeProduct,
      orderBy: { id: "asc" },
      take: page.take,
    }),
    getSettings(),
  ]);
  // Whether there is a text is no column of the file.
  return rows.map((row) => toAdminProduct(row, { currency, skusWithText: new Set() }));
}

/** Everything the product form shows. Of a text only whether there is one: reading it is a call of its own, and audited. */
export async function getAdminProduct(id: number): Promise<AdminProduct> {
  const [row, skusWithText, { currency }] = await Promise.all([
    db().product.findUnique({
      where: { id },
      include: wholeProduct,
    }),
    findTexts([id]),
    getSettings(),
  ]);
  if (!row) throw notFound("product");
  return toAdminProduct(row, { currency, skusWithText });
}

export interface AdminSku {
  id: number;
  product_id: number;
  product_title: string;
  code: string;
  name: string;
  price: string;
  kind: AdminProduct["auto_secret_kind"];
  source: "local" | "upstream";
  sale_order: SaleOrder;
  min_days_left: number;
  is_pickable: boolean;
  is_bundle: boolean;
}

/** One SKU with its product: with the names in one language, for a page; without it as they are stored. */
export async function getAdminSku(id: number, lang: Lang = undefined): Promise<AdminSku> {
  const row = await db().sku.findUnique({
    where: { id },
    include: { product: { select: { title: true, translations: true, autoSecretKind: true } } },
  });
  if (!row) throw notFound("option");
  return {
    id: row.id,
    product_id: row.productId,
    product_title: inLanguage(row.product, lang).title,
    code: row.code,
    name: inLanguage(row, lang).name,
    price: toMoney(row.priceCents),
    kind: row.product.autoSecretKind,
    source: row.source,
    sale_order: row.saleOrder,
    min_days_left: row.minDaysLeft,
    is_pickable: row.isPickable,
    is_bundle: isBundle(row),
  };
}

export async function listAdminCategories(): Promise<AdminCategory[]> {
  const rows = await db().category.findMany({
    include: { _count: { select: { products: true, children: true } } },
    orderBy: [{ sortOrder: "asc" }, { id: "asc" }],
  });
  return rows.map((row) => ({
    id: row.id,
    parent_id: row.parentId,
    slug: row.slug,
    name: row.name,
    icon: row.icon,
    sort_order: row.sortOrder,
    is_active: row.isActive,
    product_count: row._count.products,
    child_count: row._count.children,
    translations: readTranslations(row.translations),
    updated_at: toTime(row.updatedAt),
  }));
}

/** For choosing in a form: the newest of very many. */
export async function listProductNames(take = 500): Promise<{ id: number; title: string }[]> {
  return db().product.findMany({
    where: { status: { not: "archived" } },
    orderBy: { id: "desc" },
    take,
    select: { id: true, title: true },
  });
}

const foundNames = 20;

/** Names for the filter of a list: orders of archived products are still found. */
export async function findProductNames(search: string | undefined): Promise<ProductName[]> {
  const contains = { contains: likeLiteral(search ?? ""), mode: "insensitive" } as const;
  return db().product.findMany({
    where: search ? { OR: [...findTitled(search), { slug: contains }] } : {},
    orderBy: { id: "desc" },
    take: foundNames,
    select: { id: true, title: true },
  });
}

export const getProductName = (id: number): Promise<ProductName | null> =>
  db().product.findUnique({ where: { id }, select: { id: true, title: true } });
