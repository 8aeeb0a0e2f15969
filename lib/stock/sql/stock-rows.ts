import { type Expression, sql } from "kysely";
import { pageSlice } from "../../core/paging";
import type { Lang } from "../../core/translations";
import { likeLiteral } from "../../db/filters";
import type { SqlReader } from "../../db/kysely";
import type { StockListQuery } from "../schema";

/** SQL: whether the text of a name is like the pattern in any language: the list shows it in its reader's. */
const isWritten = (translations: Expression<unknown>, name: string, pattern: string) =>
  sql<boolean>`EXISTS (SELECT FROM jsonb_each(${translations}) written WHERE written.value ->> ${name} ILIKE ${pattern})`;

/** One page of options with their counters; each row has the number of all. `low` compares with the product's own level. */
export function findStockRows(
  reader: SqlReader,
  { search, level, kind, sort, page, per_page }: StockListQuery,
  lang: Lang,
) {
  let rows = reader.sql
    .selectFrom("skus as sku")
    .innerJoin("products as product", "product.id", "sku.product_id")
    .innerJoin("sku_stocks as stock", "stock.sku_id", "sku.id")
    .where("product.status", "<>", "archived");
  if (search) {
    const pattern = `%${likeLiteral(search)}%`;
    rows = rows.where((row) =>
      row.or([
        row("product.title", "ilike", pattern),
        row("sku.name", "ilike", pattern),
        row("sku.code", "ilike", pattern),
        isWritten(row.ref("product.translations"), "title", pattern),
        isWritten(row.ref("sku.translations"), "name", pattern),
      ]),
    );
  }
  if (level) rows = rows.where("stock.is_unlimited", "=", false);
  if (level === "out") rows = rows.where("stock.available", "=", 0);
  if (level === "low")
    rows = rows.where((row) => row("stock.available", "<=", row.ref("product.low_stock_at")));
  if (kind) rows = rows.where("product.auto_secret_kind", "=", kind);
  if (sort === "title") rows = rows.orderBy("product.title").orderBy("sku.sort_order");
  if (sort === "available_asc") rows = rows.orderBy("stock.is_unlimited").orderBy("stock.available");
  if (sort === "available_desc")
    rows = rows.orderBy("stock.is_unlimited", "desc").orderBy("stock.available", "desc");
  if (sort === "sold_desc") rows = rows.orderBy("stock.sold", "desc");
  return rows
    .orderBy("sku.id")
    .select([
      "sku.id as sku_id",
      "sku.code as sku_code",
      "product.id as product_id",
      "product.image",
      "product.auto_secret_kind as kind",
      "stock.is_unlimited",
      "stock.available",
      "stock.reserved",
      "stock.sold",
      "product.low_stock_at as low_at",
      "sku.price_cents as priceCents",
      "sku.is_active",
    ])
    .select((row) => [
      sql<string>`coalesce(${row.ref("product.translations")} -> ${lang ?? ""}::text ->> 'title', ${row.ref("product.title")})`.as(
        "product_title",
      ),
      sql<string>`coalesce(${row.ref("sku.translations")} -> ${lang ?? ""}::text ->> 'name', ${row.ref("sku.name")})`.as(
        "sku_name",
      ),
      row
        .and([row("sku.is_active", "=", true), row("product.status", "=", "active")])
        .$castTo<boolean>()
        .as("is_on_sale"),
      row("sku.source", "=", "upstream").$castTo<boolean>().as("is_upstream"),
      sql<number>`(count(*) OVER ())::int`.as("total"),
    ])
    .limit(per_page)
    .offset(pageSlice({ page, per_page }).skip)
    .execute();
}
