import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";
import { anyChosenBy } from "../../db/sql-pieces";
import { becoming } from "../../stock/sql/move-secrets";
import { lockFreeSecrets, orderOfSale, type Wanted } from "../../stock/sql/reservations";
import type { Sale } from "./sold-keys";

/** A key that changed, and what it was counted as. */
export interface Changed {
  id: number;
  skuId: number;
  madeAt: Date;
  was: "available" | "void";
}

export interface LostOrder {
  orderNo: string;
  soldAt: Date;
  keys: number;
  /** The order is here, without these keys. */
  isHere: boolean;
}

/** Sales as rows, for the statements below. */
const rowsOf = (sales: readonly Sale[]) => sql`(
  SELECT * FROM unnest(
    ${sales.map(({ secretId }) => secretId)}::int[], ${sales.map(({ madeAt }) => madeAt)}::timestamptz[],
    ${sales.map(({ orderNo }) => orderNo)}::text[], ${sales.map(({ at }) => at)}::timestamptz[])
    AS sale (secret_id, made_at, order_no, at)) AS sale`;

const isSoldIn = (orderNo: ReturnType<typeof sql>) => sql`EXISTS (
  SELECT FROM fulfillment_secrets sold JOIN fulfillments f ON f.id = sold.fulfillment_id
  JOIN order_items i ON i.id = f.order_item_id JOIN orders o ON o.id = i.order_id
  WHERE sold.secret_id = secret.id AND o.order_no = ${orderNo})`;

/** The SKUs with keys that can be sold, and how many of their keys were delivered after `since`. */
export const readSalesOfStock = (tx: SqlReader, since: Date) =>
  tx.sql
    .selectFrom("secrets as secret")
    .leftJoin("fulfillment_secrets as sold", "sold.secret_id", "secret.id")
    .innerJoin("skus as sku", "sku.id", "secret.sku_id")
    .select(["secret.sku_id as skuId", "sku.is_pickable as isPickable"])
    .select((key) =>
      sql<number>`${key.fn.count("sold.id").filterWhere("sold.created_at", ">", since)}::int`.as("sold"),
    )
    .groupBy(["secret.sku_id", "sku.is_pickable"])
    .having(sql<boolean>`bool_or(secret.status = 'available')`)
    .orderBy("secret.sku_id")
    .execute();

/** Orders of the journal that this database does not have, or has without the keys that they were given, in their order. */
export async function findLostOrders(tx: SqlReader, sales: readonly Sale[]): Promise<LostOrder[]> {
  const { rows } = await sql<LostOrder>`
    SELECT sale.order_no AS "orderNo", min(sale.at) AS "soldAt", count(DISTINCT sale.secret_id)::int AS keys,
      bool_or(EXISTS (SELECT FROM orders WHERE order_no = sale.order_no)) AS "isHere"
    FROM ${rowsOf(sales)} LEFT JOIN secrets secret ON secret.id = sale.secret_id AND secret.created_at = sale.made_at
    WHERE sale.order_no IS NOT NULL AND secret.lost_order_no IS DISTINCT FROM sale.order_no
      AND NOT ${isSoldIn(sql`sale.order_no`)}
    GROUP BY sale.order_no ORDER BY min(sale.at), sale.order_no`.execute(tx.sql);
  return rows;
}

/** Keys of the journal that belong to another order here: they were sold twice, or will be. */
export async function findSoldTwice(tx: SqlReader, sales: readonly Sale[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT secret.id FROM ${rowsOf(sales)}
    JOIN secrets secret ON secret.id = sale.secret_id AND secret.created_at = sale.made_at
    JOIN order_items item ON item.id = secret.order_item_id JOIN orders ON orders.id = item.order_id
    WHERE secret.status IN ('reserved', 'sold') AND sale.order_no <> orders.order_no AND NOT ${isSoldIn(sql`sale.order_no`)}
    ORDER BY secret.id`.execute(tx.sql);
  return rows.map(({ id }) => id);
}

/**
 * Unpaid orders that hold a key that was handed out: to another order, or with `isLast` to any. Until then the money of that very
 * order may be found, and the key is its own.
 */
export async function findHolders(
  tx: SqlReader,
  sales: readonly Sale[],
  isLast: boolean,
): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT orders.id FROM ${rowsOf(sales)}
    JOIN secrets secret ON secret.id = sale.secret_id AND secret.created_at = sale.made_at
    JOIN order_items item ON item.id = secret.order_item_id JOIN orders ON orders.id = item.order_id
    WHERE secret.status = 'reserved' AND orders.status = 'pending_payment'
      AND (${isLast} OR orders.order_no IS DISTINCT FROM sale.order_no)`.execute(tx.sql);
  return rows;
}

/** The keys that open orders hold, and those of their orders that are not paid. */
export async function readReservations(tx: SqlReader): Promise<{ keys: number[]; unpaid: { id: number }[] }> {
  const { rows } = await sql<{ keys: number[]; unpaid: number[] }>`
    SELECT coalesce(array_agg(secret.id), '{}') AS keys,
      coalesce(array_agg(DISTINCT orders.id) FILTER (WHERE orders.status = 'pending_payment'), '{}') AS unpaid
    FROM secrets secret JOIN order_items item ON item.id = secret.order_item_id JOIN orders ON orders.id = item.order_id
    WHERE secret.status = 'reserved'`.execute(tx.sql);
  return { keys: rows[0]?.keys ?? [], unpaid: (rows[0]?.unpaid ?? []).map((id) => ({ id })) };
}

/** Takes what was handed out off sale, and names its order, so that nobody puts it on sale again. */
export const voidHandedOut = (tx: SqlReader, sales: readonly Sale[]): Promise<Changed[]> =>
  tx.sql
    .with(
      "handed",
      () => sql<{ id: number; status: Changed["was"]; order_no: string | null }>`
      (SELECT DISTINCT ON (secret.id) secret.id, secret.status, sale.order_no FROM ${rowsOf(sales)}
      JOIN secrets secret ON secret.id = sale.secret_id AND secret.created_at = sale.made_at
      WHERE secret.status IN ('available', 'void') AND secret.lost_order_no IS NULL
      ORDER BY secret.id, sale.order_no NULLS LAST, sale.at DESC)`,
    )
    .with(
      "locked",
      () => sql<{ id: number }>`
      (SELECT secret.id FROM secrets secret JOIN handed USING (id) WHERE secret.status = handed.status
      ORDER BY secret.id FOR UPDATE OF secret)`,
    )
    .updateTable("secrets")
    .from("handed")
    .innerJoin("locked", "locked.id", "handed.id")
    .set((key) => ({ lost_order_no: key.ref("handed.order_no") }))
    .whereRef("secrets.id", "=", "handed.id")
    .whereRef("secrets.status", "=", "handed.status")
    .where((key) =>
      key.or([key("handed.order_no", "is not", null), key("handed.status", "<>", sql.lit("void"))]),
    )
    .returning([
      "secrets.id",
      "secrets.sku_id as skuId",
      "secrets.created_at as madeAt",
      "handed.status as was",
    ])
    .$call(becoming("void"))
    .execute();

/**
 * How many free keys of a SKU stand, in the order in which it sells, before the last of `handedOut`: open orders held them, and some
 * of these orders may have been paid in the last seconds.
 */
export async function countPassedOver(
  tx: SqlReader,
  { skuId, sale }: Pick<Wanted, "skuId" | "sale">,
  handedOut: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ passed: number }>`
    SELECT (count(*) FILTER (WHERE is_free AND place < furthest))::int AS passed FROM (
      SELECT is_free, place, max(place) FILTER (WHERE NOT is_free) OVER () AS furthest FROM (
        SELECT status = 'available' AS is_free, row_number() OVER (ORDER BY ${orderOfSale(sale)}) AS place
        FROM secrets WHERE sku_id = ${skuId}::int AND (status = 'available' OR id = ANY(${[...handedOut]}::int[]))
      ) AS placed) AS compared`.execute(tx.sql);
  return rows[0]?.passed ?? 0;
}

const changed = ["id", "sku_id as skuId", "created_at as madeAt"] as const;
const free = <T>(rows: T[]) => rows.map((row) => ({ ...row, was: "available" as const }));

/** Takes the free keys off sale that would be sold next, in the order in which the SKU sells. */
export const voidNextSecrets = async (tx: SqlReader, wanted: Wanted): Promise<Changed[]> =>
  free(
    await tx.sql
      .updateTable("secrets")
      .$call(becoming("void", ["available"]))
      .where("id", "=", anyChosenBy(lockFreeSecrets(tx.sql, wanted, "wait")))
      .returning(changed)
      .execute(),
  );

/** Takes those of them off sale that are free: an order that ended held them, and they may have been sold after it. */
export const voidReleasedSecrets = async (tx: SqlReader, ids: readonly number[]): Promise<Changed[]> =>
  free(
    await tx.sql
      .updateTable("secrets")
      .$call(becoming("void", ["available"]))
      .where("id", "=", sql<number>`ANY(${[...ids]}::int[])`)
      .returning(changed)
      .execute(),
  );
