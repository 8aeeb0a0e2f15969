import { sql } from "kysely";
import type { Cents } from "../../core/money";
import type { SqlReader } from "../../db/kysely";

/** A line of an order's time line that is no event yet, with its order. */
export interface UntoldLine {
  id: bigint;
  kind: string;
  data: Readonly<Record<string, string | number | null | undefined>>;
  createdAt: Date;
  orderId: number;
  orderNo: string;
  buyerKind: string;
  userId: number | null;
  siteId: number | null;
  currency: string;
  amountCents: Cents;
  isGift: boolean;
}

/** Lines behind `after` that are no events yet, by their ids: those of transactions that ended late are among them. */
export async function findUntoldLines(
  reader: SqlReader,
  { after, kinds, limit }: { after: bigint; kinds: readonly string[]; limit: number },
): Promise<UntoldLine[]> {
  // The lines are chosen first and by their ids, and each is looked up in the events: a join would read all that wait.
  const { rows } = await sql<UntoldLine>`
    WITH chosen AS MATERIALIZED (
      SELECT line.id, line.kind, line.data, line.created_at, line.order_id FROM order_events line
      WHERE line.id > ${after}::bigint AND line.kind = ANY (${[...kinds]}::text[])
        AND (SELECT told.id FROM shop_events told WHERE told.order_event_id = line.id) IS NULL
      ORDER BY line.id LIMIT ${limit}::int
    )
    SELECT chosen.id, chosen.kind, chosen.data, chosen.created_at AS "createdAt", chosen.order_id AS "orderId",
      orders.order_no AS "orderNo", orders.buyer_kind AS "buyerKind", orders.user_id AS "userId",
      orders.site_id AS "siteId", orders.currency, orders.amount_cents AS "amountCents",
      EXISTS (SELECT FROM order_gifts gift WHERE gift.order_id = orders.id) AS "isGift"
    FROM chosen JOIN orders ON orders.id = chosen.order_id ORDER BY chosen.id`.execute(reader.sql);
  return rows;
}

export interface ToldItem {
  orderId: number;
  position: number;
  productId: number;
  skuId: number;
  quantity: number;
  totalCents: Cents;
}

export const findToldItems = (reader: SqlReader, orderIds: readonly number[]): Promise<ToldItem[]> =>
  reader.sql
    .selectFrom("order_items as item")
    .select([
      "item.order_id as orderId",
      "item.position",
      "item.product_id as productId",
      "item.sku_id as skuId",
      "item.quantity",
      "item.total_cents as totalCents",
    ])
    .where("item.order_id", "=", sql<number>`ANY(${[...orderIds]}::int[])`)
    .orderBy("item.order_id")
    .orderBy("item.position")
    .execute();

/** The last line that was written before a time, or `after` where there is none behind it. */
export async function lastSettledLine(
  reader: SqlReader,
  { after, before }: { after: bigint; before: Date },
): Promise<bigint> {
  const { rows } = await sql<{ id: bigint | null }>`
    SELECT max(line.id) AS id FROM order_events line
    WHERE line.id > ${after}::bigint AND line.created_at < ${before}::timestamptz`.execute(reader.sql);
  return BigInt(rows[0]?.id ?? after);
}

export async function lastLine(reader: SqlReader): Promise<bigint> {
  const { rows } = await sql<{ id: bigint | null }>`SELECT max(id) AS id FROM order_events`.execute(
    reader.sql,
  );
  return BigInt(rows[0]?.id ?? 0);
}

/** An option whose stock is at another level than programs know. */
export interface MovedStock {
  skuId: number;
  productId: number;
  code: string;
  available: number;
  level: "in" | "low" | "out";
}

/**
 * Notes the level of every stock that changed since a time, and finds those that programs know at another one. An option that they
 * do not know is noted and not told: it begins.
 */
export async function moveToldStocks(tx: SqlReader, since: Date): Promise<MovedStock[]> {
  const { rows } = await sql<MovedStock>`
    WITH now_at AS (
      SELECT sku.id AS sku_id, sku.product_id, sku.code, stock.available,
        CASE WHEN stock.is_unlimited THEN 'in' WHEN stock.available <= 0 THEN 'out'
          WHEN stock.available <= product.low_stock_at THEN 'low' ELSE 'in' END AS level
      FROM sku_stocks stock JOIN skus sku ON sku.id = stock.sku_id JOIN products product ON product.id = sku.product_id
      WHERE stock.changed_at >= ${since}::timestamptz
    ), known AS (SELECT sku_id, level FROM told_stocks WHERE sku_id IN (SELECT sku_id FROM now_at)), noted AS (
      INSERT INTO told_stocks (sku_id, level) SELECT sku_id, level FROM now_at ORDER BY sku_id
      ON CONFLICT (sku_id) DO UPDATE SET level = excluded.level WHERE told_stocks.level <> excluded.level
      RETURNING sku_id
    )
    SELECT now_at.sku_id AS "skuId", now_at.product_id AS "productId", now_at.code, now_at.available, now_at.level
    FROM now_at JOIN noted ON noted.sku_id = now_at.sku_id JOIN known ON known.sku_id = now_at.sku_id
    ORDER BY now_at.sku_id`.execute(tx.sql);
  return rows;
}

/** The level of every stock when events begin. */
export const noteAllStocks = (tx: SqlReader) => moveToldStocks(tx, new Date(0));
