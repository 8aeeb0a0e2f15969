import { type QueryCreator, sql } from "kysely";
import { now } from "../../core/clock";
import { pageSlice } from "../../core/paging";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { likeLiteral } from "../../db/like-pattern";
import { literal, typed } from "../../db/sql-pieces";
import type { StockListQuery } from "../schema";

export interface Claim {
  skuId: number;
  orderItemId: number;
  quantity: number;
}

export interface StockMove {
  skuId: number;
  available?: number;
  reserved?: number;
  sold?: number;
  at?: Date;
}

/** Skips keys that others have locked, or waits for them. */
type LockMode = "skip" | "wait";

/** The planner should know how few rows are meant, but not every number an agent may order needs a plan of its own. */
const largestLiteral = 10;
const atMost = (quantity: number) =>
  typeof quantity === "number" && quantity <= largestLiteral ? literal(quantity) : quantity;

/** The quantity where it stands in the text of a claim, and 0 where it is a value. */
export const quantityInText = (quantity: number): number => (quantity <= largestLiteral ? quantity : 0);

/**
 * Locks the lowest free secrets of a SKU, as many as there are of `quantity`. Only the index `secrets_queue` has the
 * order of `id + 0`: ordered by the plain id, a planner with any cost settings may read the primary key instead, which
 * begins with every key that was ever sold.
 */
export function lockFreeSecrets<T extends Tables>(
  from: QueryCreator<T>,
  { skuId, quantity }: { skuId: number; quantity: number },
  mode: LockMode,
) {
  const lowest = (from as unknown as QueryCreator<Tables>)
    .selectFrom("secrets")
    .select("id")
    .where("sku_id", "=", skuId)
    .where("status", "=", sql.lit("available"))
    .orderBy((secret) => sql`${secret.ref("id")} + 0`)
    .limit(atMost(quantity))
    .forUpdate();
  return mode === "skip" ? lowest.skipLocked() : lowest;
}

/** @returns how many were reserved: `quantity`, or as many as there are. */
export async function reserveFreeSecrets(
  tx: SqlReader,
  { skuId, orderItemId, quantity }: Claim,
  mode: LockMode,
): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("secrets")
    .set({ status: "reserved", order_item_id: orderItemId })
    .where("id", "in", (secret) => lockFreeSecrets(secret as never, { skuId, quantity }, mode))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Gives the reserved secrets of an item back. @returns how many. */
export async function releaseSecrets(tx: SqlReader, orderItemId: number): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("secrets")
    .set({ status: "available", order_item_id: null })
    .where("order_item_id", "=", orderItemId)
    .where("status", "=", sql.lit("reserved"))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Turns an item's reserved secrets into sold ones and hands them over. @returns how many. */
export async function sellSecrets(
  tx: SqlReader,
  orderItemId: number,
  fulfillmentId: number,
): Promise<number> {
  const { numInsertedOrUpdatedRows } = await tx.sql
    .with("sold_secrets", (query) =>
      query
        .updateTable("secrets")
        .set({ status: "sold" })
        .where("order_item_id", "=", orderItemId)
        .where("status", "=", sql.lit("reserved"))
        .returning("id"),
    )
    .insertInto("fulfillment_secrets")
    .columns(["fulfillment_id", "secret_id", "created_at"])
    .expression((query) =>
      query
        .selectFrom("sold_secrets")
        .select([
          typed(fulfillmentId, "int4").as("fulfillment_id"),
          "sold_secrets.id as secret_id",
          typed(now(), "timestamptz").as("created_at"),
        ])
        .orderBy("sold_secrets.id"),
    )
    .executeTakeFirstOrThrow();
  return Number(numInsertedOrUpdatedRows);
}

/**
 * The UPDATE of a SKU's counters, to which a further condition may be added. What is reserved is counted without a cap,
 * too: a cap may be set while orders are open, and they give back what they took.
 */
export const updateStock = <T extends Tables>(
  query: QueryCreator<T>,
  { skuId, available, reserved, sold, at = now() }: StockMove,
) =>
  (query as unknown as QueryCreator<Tables>)
    .updateTable("sku_stocks")
    .set((stock) => ({
      ...(available !== undefined && {
        available: stock
          .case()
          .when(stock.ref("is_unlimited"))
          .then(stock.ref("available"))
          .else(stock("available", "+", available))
          .end(),
      }),
      ...(reserved !== undefined && { reserved: stock("reserved", "+", reserved) }),
      ...(sold !== undefined && { sold: stock("sold", "+", sold) }),
      changed_at: at,
    }))
    .where("sku_id", "=", skuId);

/** Takes units of a SKU that has no stored secrets (text, manual), if there are as many: changes no row otherwise. */
export const updateStockIfEnough = <T extends Tables>(
  query: QueryCreator<T>,
  move: Required<Omit<StockMove, "sold">>,
) =>
  updateStock(query, move).where((stock) =>
    stock.or([stock("is_unlimited", "=", sql.lit(true)), stock("available", ">=", move.reserved)]),
  );

/** Ids for rows whose content is sealed with them before they are inserted. */
export async function nextSecretIds(tx: SqlReader, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('secrets', 'id'))::int AS id FROM generate_series(1, ${count}::int)`.execute(
    tx.sql,
  );
  return rows.map(({ id }) => id);
}

/** Keeps free secrets, leaving out what the SKU has or had already. @returns the ids of those it kept. */
export async function insertSecrets(
  tx: SqlReader,
  { skuId, batchId }: { skuId: number; batchId: number },
  secrets: readonly { id: number; sealed: Uint8Array; hash: Uint8Array }[],
): Promise<number[]> {
  const createdAt = now();
  const kept = await tx.sql
    .insertInto("secrets")
    .columns(["id", "sku_id", "batch_id", "content_sealed", "content_hash", "created_at"])
    .expression((query) =>
      query
        .selectFrom(
          sql<{ id: number; sealed: Uint8Array; hash: Uint8Array }>`unnest(
            ${secrets.map(({ id }) => id)}::int[], ${secrets.map(({ sealed }) => sealed)}::bytea[],
            ${secrets.map(({ hash }) => hash)}::bytea[])`.as<"incoming">(sql`incoming (id, sealed, hash)`),
        )
        .select([
          "incoming.id",
          typed(skuId, "int4").as("sku_id"),
          typed(batchId, "int4").as("batch_id"),
          "incoming.sealed",
          "incoming.hash",
          typed(createdAt, "timestamptz").as("created_at"),
        ]),
    )
    .onConflict((secret) => secret.columns(["sku_id", "content_hash"]).doNothing())
    .returning("id")
    .execute();
  return kept.map(({ id }) => id);
}

/** One page of options with their counters; each row has the number of all. `low` compares with the product's own level. */
export function findStockRows(
  reader: SqlReader,
  { search, level, kind, sort, page, per_page }: StockListQuery,
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
      "sku.name as sku_name",
      "sku.code as sku_code",
      "product.id as product_id",
      "product.title as product_title",
      "product.image",
      "product.auto_secret_kind as kind",
      "stock.is_unlimited",
      "stock.available",
      "stock.reserved",
      "stock.sold",
      "product.low_stock_at as low_at",
    ])
    .select((row) => [
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
