import { sql } from "kysely";
import { now } from "../../core/clock";
import { fixedStatement } from "../../db/fixed-statement";
import type { SqlReader } from "../../db/kysely";
import { numbers } from "../../db/sql-pieces";

const selectLocked = fixedStatement((query, { orderId }: { orderId: number }) =>
  query
    .selectFrom("orders")
    .select([
      "id",
      "order_no as orderNo",
      "user_id as userId",
      "status",
      "coupon_id as couponId",
      "amount_cents as amountCents",
      "wallet_paid_cents as walletPaidCents",
    ])
    .where("id", "=", orderId)
    .forUpdate(),
);

/** Locks the order until the transaction ends. */
export const lockOrderRow = async (tx: SqlReader, orderId: number) =>
  (await selectLocked(tx, { orderId }))[0];

export const insertGuestToken = (tx: SqlReader, orderId: number, tokenHash: Uint8Array) =>
  tx.sql
    .insertInto("guest_tokens")
    .values({ token_hash: tokenHash, order_id: orderId, created_at: now() })
    .execute();

/** @returns false when it was taken before. Waits for an uncommitted transaction that takes it. */
export async function insertIdempotencyKey(
  tx: SqlReader,
  { owner, key, paramsHash }: { owner: string; key: string; paramsHash: Uint8Array },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx.sql
    .insertInto("idempotency_keys")
    .values({ owner, key, params_hash: paramsHash, created_at: now() })
    .onConflict((row) => row.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export const updateIdempotencyKey = (
  tx: SqlReader,
  { owner, key }: { owner: string; key: string },
  answer: { orderId: number; tokenSealed: Uint8Array | null },
) =>
  tx.sql
    .updateTable("idempotency_keys")
    .set({ order_id: answer.orderId, token_sealed: answer.tokenSealed })
    .where("owner", "=", owner)
    .where("key", "=", key)
    .execute();

const selectItemsToDeliver = fixedStatement((query, { orderId }: { orderId: number }) =>
  query
    .selectFrom("orders")
    .innerJoin("order_items as item", "item.order_id", "orders.id")
    .innerJoin("fulfillments as fulfillment", "fulfillment.order_item_id", "item.id")
    .select((row) => [
      "item.id",
      "item.sku_id as skuId",
      "item.quantity",
      "item.delivery",
      "item.source",
      "item.auto_secret_kind as autoSecretKind",
      sql<string[]>`${row.ref("item.fulfillers")}`.as("fulfillers"),
      "fulfillment.id as fulfillmentId",
      "fulfillment.status",
      "fulfillment.failure_reason as failureReason",
      "orders.payment_status as paymentStatus",
      "orders.fulfillment_status as before",
    ])
    .where("orders.id", "=", orderId)
    .orderBy("item.sku_id")
    .orderBy("item.id"),
);

/** The items of an order with their fulfillments beside its own statuses, in the order in which stock is locked. */
export const findItemsToDeliver = (tx: SqlReader, orderId: number) => selectItemsToDeliver(tx, { orderId });

/** Paid items after `afterId` that failed and could be delivered now, oldest first; large ones only when there is enough. */
export const findDeliverableItems = (
  reader: SqlReader,
  { skuId, afterId, limit }: { skuId: number; afterId: number; limit: number },
) =>
  reader.sql
    .selectFrom("order_items as item")
    .innerJoin("orders", "orders.id", "item.order_id")
    .innerJoin("fulfillments as fulfillment", "fulfillment.order_item_id", "item.id")
    .innerJoin("sku_stocks as stock", "stock.sku_id", "item.sku_id")
    .innerJoin("skus as sku", "sku.id", "item.sku_id")
    .select(["item.id", "item.order_id as orderId"])
    .where("item.sku_id", "=", skuId)
    .where("item.id", ">", afterId)
    .where("item.source", "=", sql.lit("local"))
    .where("fulfillment.status", "=", sql.lit("failed"))
    .where((row) =>
      row.or([
        row("orders.payment_status", "=", sql.lit("paid")),
        row("orders.payment_status", "=", sql.lit("partially_refunded")),
      ]),
    )
    .where((row) =>
      row.or([row("stock.is_unlimited", "=", true), row("stock.available", ">=", row.ref("item.quantity"))]),
    )
    .where((row) =>
      row.or([
        row("item.delivery", "=", sql.lit("manual")),
        row("item.auto_secret_kind", "<>", sql.lit("text")),
        row("sku.content_sealed", "is not", null),
        sql<boolean>`${row.ref("item.fulfillers")} <> '{}'`,
      ]),
    )
    .orderBy("item.id")
    .limit(limit)
    .execute();

const selectLowStock = fixedStatement((query, { orderIds }: { orderIds: number[] }) =>
  query
    .selectFrom("order_items as item")
    .innerJoin("skus as sku", "sku.id", "item.sku_id")
    .innerJoin("products as product", "product.id", "sku.product_id")
    .innerJoin("sku_stocks as stock", "stock.sku_id", "sku.id")
    .select(["item.order_id as orderId", "sku.id as skuId", "product.title", "sku.name", "stock.available"])
    .where((row) => sql<boolean>`${row.ref("item.order_id")} = ANY (${numbers(orderIds)})`)
    .where("sku.source", "=", sql.lit("local"))
    .where("stock.is_unlimited", "=", sql.lit(false))
    .where((row) => row("stock.available", "<=", row.ref("product.low_stock_at")))
    .orderBy("sku.id"),
);

/** The SKUs of orders that are at or below their product's warning level. */
export const findLowStock = (reader: SqlReader, orderIds: readonly number[]) =>
  selectLowStock(reader, { orderIds: [...orderIds] });
