import { db } from "../db/client";
import { Prisma } from "../db/generated/client";
import { isTransient } from "../db/transaction";
import { isUniqueViolation } from "../db/unique-violation";
import { lockFreeSecretsSql } from "../stock/claim-secrets";
import { reserveUnitsSql, updateStockSql } from "../stock/count-stock";
import { deliverySource } from "./deliver-items";
import { type Idempotency, insertAnswerSql } from "./idempotency";
import { type InsertedItem, insertOrderSql, type NewOrder } from "./insert-order";
import { underOpenLimitSql } from "./open-orders";

/**
 * An order of one line that nothing but its stock has to move for, in one statement, which is a transaction of its own:
 * the shop's usual order and its hot path. The claim does not wait and takes nothing when it is short.
 * @returns null, with nothing changed, when it could not be done like that: then the careful way decides, and says why.
 */
export async function insertOrderInOneStatement(
  order: NewOrder,
  idempotency: Idempotency | null,
): Promise<InsertedItem | null> {
  const [line, ...others] = order.quote.lines;
  if (!line || others.length > 0) return null;
  const supply = deliverySource(line);
  if (supply === "upstream") return null;
  const { skuId, quantity } = line;
  const reserved =
    supply === "secrets"
      ? Prisma.sql`
        free AS MATERIALIZED (${lockFreeSecretsSql(skuId, quantity, "skip")}),
        reserved AS (SELECT 1 WHERE (SELECT count(*) FROM free) = ${quantity} AND ${underOpenLimitSql(order.buyer)})`
      : Prisma.sql`reserved AS (${reserveUnitsSql(skuId, quantity)} AND ${underOpenLimitSql(order.buyer)} RETURNING 1)`;
  const moved =
    supply === "secrets"
      ? Prisma.sql`,
        c AS (UPDATE secrets SET status = 'reserved', order_item_id = i.id FROM i WHERE secrets.id IN (SELECT id FROM free)),
        s AS (${updateStockSql({ skuId, available: -quantity, reserved: quantity })} AND EXISTS (SELECT 1 FROM i))`
      : Prisma.empty;
  const key = idempotency
    ? Prisma.sql`, k AS (${insertAnswerSql(idempotency, order.guestToken)})`
    : Prisma.empty;
  try {
    const [item] = await db().$queryRaw<InsertedItem[]>`
      WITH ${reserved}, ${insertOrderSql(order, Prisma.sql`FROM reserved`)}${moved}${key}
      SELECT id, order_id AS "orderId", position FROM i`;
    return item ?? null;
  } catch (error) {
    // The key is known: the careful way reads the first answer.
    if (isTransient(error) || isUniqueViolation(error, "idempotency_keys_pkey")) return null;
    throw error;
  }
}
