import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { isTextReadable, soldColumns } from "../../catalogue/sql/sold-options";
import { deepestRow } from "../../core/paging";
import type { Lang } from "../../core/translations";
import { db } from "../../db/client";
import { fixedStatement } from "../../db/fixed-statement";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { numbers } from "../../db/sql-pieces";
import type { QuoteBuyer } from "../types";

/** Translations by the name of their text. */
type Texts = Record<string, string> | null;

/** Buyer, as the values of a statement; its text depends on their kind. */
interface BuyerValues {
  userId: number | null;
  siteId: number | null;
}

const buyerValues = (buyer: QuoteBuyer): BuyerValues => ({
  userId: buyer.kind === "user" ? buyer.userId : null,
  siteId: buyer.kind === "site" ? buyer.siteId : null,
});

/** A user without a level has the default one; guests have none, and a site only the one it was given. */
function levelIdOf(kind: QuoteBuyer["kind"], { userId, siteId }: BuyerValues): Expression<number | null> {
  const query = expressionBuilder<Tables>();
  if (kind === "guest") return sql<null>`NULL::int`;
  if (kind === "site")
    return query
      .selectFrom("sites")
      .select("member_level_id")
      .where("id", "=", sql<number>`${siteId}::int4`)
      .$asScalar();
  return query.fn.coalesce(
    query
      .selectFrom("users")
      .select("member_level_id")
      .where("id", "=", sql<number>`${userId}::int4`)
      .$asScalar(),
    query
      .selectFrom("member_levels")
      .select("id")
      .where("is_default", "=", sql.lit(true))
      .limit(sql.lit(1))
      .$asScalar(),
  );
}

export async function findLevelId(reader: SqlReader, userId: number): Promise<number | null> {
  const row = await reader.sql
    .selectNoFrom(sql<number | null>`${levelIdOf("user", { userId, siteId: null })}`.as("levelId"))
    .executeTakeFirst();
  return row?.levelId ?? null;
}

interface PriceValues extends BuyerValues {
  productIds: number[];
  lang: string;
}

interface PriceShape {
  key: string;
  kind: QuoteBuyer["kind"];
}

const selectPricedSkus = fixedStatement((query, values: PriceValues, { kind }: PriceShape) => {
  const { productIds, lang, siteId } = values;
  const skus = query
    .selectFrom("products as product")
    .innerJoin("categories as category", "category.id", "product.category_id")
    .innerJoin("skus as sku", "sku.product_id", "product.id")
    .where("category.is_active", "=", sql.lit(true))
    .where("sku.is_active", "=", sql.lit(true))
    .where((row) => sql<SqlBool>`${row.ref("product.id")} = ANY (${numbers(productIds)})`)
    .where("product.status", "=", sql.lit("active"))
    .where(isTextReadable)
    .orderBy("product.id")
    .orderBy("sku.sort_order")
    .orderBy("sku.id")
    .select((row) => [
      ...soldColumns,
      "product.purchase_type as purchaseType",
      "product.min_quantity as minQuantity",
      "product.max_quantity as maxQuantity",
      "product.form_fields as formFields",
      "sku.price_cents as listCents",
      "sku.wholesale as ownWholesale",
      sql<Texts>`(${row.ref("product.translations")} -> ${lang}::text) - 'description'`.as("productTexts"),
      sql<Texts>`${row.ref("sku.translations")} -> ${lang}::text`.as("skuTexts"),
      row
        .selectFrom("wholesale_tiers as tier")
        .select((tier) =>
          sql<{ minQuantity: number; priceCents: string }[] | null>`json_agg(json_build_object(
            'minQuantity', ${tier.ref("tier.min_quantity")}, 'priceCents', ${tier.ref("tier.price_cents")}::text))`.as(
            "tiers",
          ),
        )
        .whereRef("tier.product_id", "=", "product.id")
        .as("wholesale"),
    ]);
  return skus
    .leftJoin("member_levels as level", (join) =>
      join.on("level.id", "=", sql<number>`${levelIdOf(kind, values)}`),
    )
    .leftJoin("level_prices as level_price", (join) =>
      join.onRef("level_price.level_id", "=", "level.id").onRef("level_price.sku_id", "=", "sku.id"),
    )
    .leftJoin("site_prices as site_price", (join) =>
      join
        .onRef("site_price.sku_id", "=", "sku.id")
        .on("site_price.site_id", "=", sql<number>`${siteId}::int4`),
    )
    .select([
      "level.id as levelId",
      sql<string | null>`coalesce(level.translations -> ${lang}::text ->> 'name', level.name)`.as(
        "levelName",
      ),
      "level.discount_percent as levelPercent",
      "level_price.price_cents as levelPriceCents",
      "site_price.price_cents as sitePriceCents",
    ]);
});

/** Active SKUs of active products in active categories, with every price that may count for the buyer, in one statement. */
export const findPricedSkus = (
  reader: SqlReader,
  productIds: readonly number[],
  buyer: QuoteBuyer,
  lang: Lang,
) =>
  selectPricedSkus(
    reader,
    { ...buyerValues(buyer), productIds: [...productIds], lang: lang ?? "" },
    { key: buyer.kind, kind: buyer.kind },
  );

/** How many users have each level, as far as lists count. */
export async function countUsersOfLevels(): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; users: number }>`
    SELECT level.id, least(${deepestRow}::int, (SELECT count(*) FROM (
      SELECT FROM users WHERE member_level_id = level.id LIMIT ${deepestRow + 1}::int) AS few))::int AS users
    FROM member_levels AS level`.execute(db().sql);
  return new Map(rows.map(({ id, users }) => [id, users]));
}
