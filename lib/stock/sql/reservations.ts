import { type QueryCreator, sql } from "kysely";
import type { SaleRule } from "../../catalogue/sale-rule";
import type { SaleOrder } from "../../catalogue/schema";
import { now } from "../../core/clock";
import { fixedStatement } from "../../db/fixed-statement";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { anyChosenBy, literal, typed } from "../../db/sql-pieces";
import { becoming } from "./move-secrets";

export interface Wanted {
  skuId: number;
  quantity: number;
  /** Null: the oldest free key. */
  sale: SaleRule | null;
  /** Only a key with this public label. */
  pick?: string | null;
}

export interface Claim extends Wanted {
  orderItemId: number;
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

const id = sql.ref("id");

/** Each is the order of one index of free keys: the primary key begins with every key that was ever sold (decision 100). */
const orderOf = {
  oldest: sql`${id} + 0`,
  newest: sql`${id} + 0 DESC`,
  random: sql`hashint4(${id})`,
  expiring: sql`${sql.ref("use_by")}, ${id} + 0`,
} satisfies Record<SaleOrder, unknown>;

export const orderOfSale = (sale: SaleRule | null) => orderOf[sale?.order ?? "oldest"];

/** Locks the free secrets of a SKU whose turn it is, as many as there are of `quantity`. */
export function lockFreeSecrets(
  from: QueryCreator<Tables>,
  { skuId, quantity, sale, pick = null }: Wanted,
  mode: LockMode,
) {
  const usableAfter = sale?.usableAfter ?? null;
  const first = from
    .selectFrom("secrets")
    .select("id")
    .where("sku_id", "=", skuId)
    .where("status", "=", sql.lit("available"))
    .$if(usableAfter !== null, (query) =>
      query.where((secret) => secret.or([secret("use_by", "is", null), secret("use_by", ">", usableAfter)])),
    )
    .$if(pick !== null, (query) => query.where("public_label", "=", pick))
    .orderBy(orderOfSale(sale))
    .limit(atMost(quantity))
    .forUpdate();
  return mode === "skip" ? first.skipLocked() : first;
}

/** @returns how many were reserved: `quantity`, or as many as there are. */
export async function reserveFreeSecrets(
  tx: SqlReader,
  { orderItemId, ...wanted }: Claim,
  mode: LockMode,
): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("secrets")
    .$call(becoming("reserved"))
    .set({ order_item_id: orderItemId })
    .where("id", "=", anyChosenBy(lockFreeSecrets(tx.sql, wanted, mode)))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Reserves one free secret by its hash. @returns whether it was free. */
export async function reserveGivenSecret(
  tx: SqlReader,
  { skuId, orderItemId, hash }: { skuId: number; orderItemId: number; hash: Uint8Array },
): Promise<boolean> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("secrets")
    .$call(becoming("reserved"))
    .set({ order_item_id: orderItemId })
    .where("sku_id", "=", skuId)
    .where("content_hash", "=", hash)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Gives the reserved secrets of an item back. @returns how many. */
export async function releaseSecrets(tx: SqlReader, orderItemId: number): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("secrets")
    .$call(becoming("available", ["reserved"]))
    .set({ order_item_id: null })
    .where("order_item_id", "=", orderItemId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

const sellReserved = fixedStatement((query, sale: { orderItemId: number; fulfillmentId: number; at: Date }) =>
  query
    .with("sold_secrets", (member) =>
      member
        .updateTable("secrets")
        .$call(becoming("sold"))
        .where("order_item_id", "=", sale.orderItemId)
        .returning("id"),
    )
    .insertInto("fulfillment_secrets")
    .columns(["fulfillment_id", "secret_id", "created_at"])
    .expression((member) =>
      member
        .selectFrom("sold_secrets")
        .select([
          typed(sale.fulfillmentId, "int4").as("fulfillment_id"),
          "sold_secrets.id as secret_id",
          typed(sale.at, "timestamptz").as("created_at"),
        ])
        .orderBy("sold_secrets.id"),
    )
    .returning("secret_id"),
);

/** Turns an item's reserved secrets into sold ones and hands them over. @returns how many. */
export const sellSecrets = async (
  tx: SqlReader,
  orderItemId: number,
  fulfillmentId: number,
): Promise<number> => (await sellReserved(tx, { orderItemId, fulfillmentId, at: now() })).length;

/**
 * The UPDATE of a SKU's counters, to which a further condition may be added. What is reserved is counted without a cap,
 * too: a cap may be set while orders are open, and they give back what they took.
 */
export const updateStock = (
  query: QueryCreator<Tables>,
  { skuId, available, reserved, sold, at = now() }: StockMove,
) =>
  query
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

/** Moves all counters of a SKU. */
export const moveCounters = fixedStatement((query, move: Required<StockMove>) => updateStock(query, move));

/** Takes units of a SKU that has no stored secrets (text, manual), if there are as many: changes no row otherwise. */
export const updateStockIfEnough = (query: QueryCreator<Tables>, move: Required<Omit<StockMove, "sold">>) =>
  updateStock(query, move).where((stock) =>
    stock.or([stock("is_unlimited", "=", sql.lit(true)), stock("available", ">=", move.reserved)]),
  );
