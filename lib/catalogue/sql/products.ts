import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";

const wantedIds = (ids: readonly number[]) =>
  sql<{ id: number }>`unnest(${[...ids]}::int[])`.as<"wanted">(sql`wanted (id)`);

const wantedOrder = (ids: readonly number[]) =>
  sql<{ id: number; place: number }>`unnest(${[...ids]}::int[]) WITH ORDINALITY`.as<"wanted">(
    sql`wanted (id, place)`,
  );

export const lockCategory = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("categories").select("id").where("id", "=", id).forUpdate().execute();

export const lockProductRow = (tx: SqlReader, id: number) =>
  tx.sql.selectFrom("products").select("id").where("id", "=", id).forUpdate().execute();

/** Against keys that are stored and orders that are placed meanwhile: both refer to the option. */
export const lockSkuRows = (tx: SqlReader, productId: number) =>
  tx.sql
    .selectFrom("skus")
    .select("id")
    .where("product_id", "=", productId)
    .orderBy("id")
    .forUpdate()
    .execute();

/** Active products with less than their warning level over all active options; `out` has none at all. */
export async function findShortProducts(reader: SqlReader, level: "low" | "out"): Promise<number[]> {
  const rows = await reader.sql
    .selectFrom("products as product")
    .innerJoin("skus as sku", (join) =>
      join.onRef("sku.product_id", "=", "product.id").on("sku.is_active", "=", true),
    )
    .leftJoin("sku_stocks as stock", "stock.sku_id", "sku.id")
    .select("product.id")
    .where("product.status", "=", "active")
    .groupBy("product.id")
    .having((row) =>
      row.and([
        sql<boolean>`NOT bool_or(coalesce(${row.ref("stock.is_unlimited")}, false))`,
        sql<boolean>`sum(coalesce(${row.ref("stock.available")}, 0)) <= ${level === "out" ? sql.lit(0) : row.ref("product.low_stock_at")}`,
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Each product takes the lowest price of its active SKUs; without one the last price stays. `updated_at` moves always. */
export const updateLowestPrices = (tx: SqlReader, productIds: readonly number[]) =>
  tx.sql
    .with("cheapest", (query) =>
      query
        .selectFrom("skus")
        .distinctOn("product_id")
        .select(["product_id", "price_cents", "original_price_cents"])
        .where((sku) => sql<boolean>`${sku.ref("product_id")} = ANY (${[...productIds]}::int[])`)
        .where("is_active", "=", true)
        .orderBy("product_id")
        .orderBy("price_cents")
        .orderBy("sort_order")
        .orderBy("id"),
    )
    .updateTable("products")
    .from(wantedIds(productIds))
    .leftJoin("cheapest", "cheapest.product_id", "wanted.id")
    .set((row) => ({
      price_cents: row.fn.coalesce("cheapest.price_cents", "products.price_cents"),
      original_price_cents: row
        .case()
        .when("cheapest.product_id", "is", null)
        .then(row.ref("products.original_price_cents"))
        .else(row.ref("cheapest.original_price_cents"))
        .end(),
      updated_at: now(),
    }))
    .whereRef("products.id", "=", "wanted.id")
    .execute();

/**
 * Gives the places that these products have among all to the same products in the order given. Equal places would keep
 * the old order, so each is pushed past the one before it. @returns how many there were
 */
export async function reorderProductRows(tx: SqlReader, ids: readonly number[]): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .with("places", (query) =>
      query
        .selectFrom("products")
        .select((row) => [
          "sort_order",
          sql<number>`row_number() OVER (ORDER BY ${row.ref("sort_order")}, ${row.ref("id")})`.as("place"),
        ])
        .where((row) => sql<boolean>`${row.ref("id")} = ANY (${[...ids]}::int[])`),
    )
    .with("spread_places", (query) =>
      query.selectFrom("places").select((row) => [
        "place",
        sql<number>`max(${row.ref("sort_order")} - ${row.ref("place")}::int) OVER (ORDER BY ${row.ref("place")})
          + ${row.ref("place")}::int`.as("sort_order"),
      ]),
    )
    .with("wanted_places", (query) =>
      query
        .selectFrom(wantedOrder(ids))
        .innerJoin("products", "products.id", "wanted.id")
        .select((row) => [
          "products.id",
          sql<number>`row_number() OVER (ORDER BY ${row.ref("wanted.place")})`.as("place"),
        ]),
    )
    .updateTable("products")
    .from("wanted_places")
    .innerJoin("spread_places", "spread_places.place", "wanted_places.place")
    .set((row) => ({ sort_order: row.ref("spread_places.sort_order"), updated_at: now() }))
    .whereRef("products.id", "=", "wanted_places.id")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
