import { now } from "../core/clock";
import { Prisma } from "../db/generated/client";
import { literal } from "../db/statement";
import type { Tx } from "../db/transaction";

export interface Claim {
  skuId: number;
  orderItemId: number;
  quantity: number;
}

const locks = { skip: Prisma.sql`FOR UPDATE SKIP LOCKED`, wait: Prisma.sql`FOR UPDATE` };

/** The planner should know how few rows are meant, but not every number an agent may order needs a plan of its own. */
const atMost = (quantity: number) => (quantity <= 10 ? literal(quantity) : quantity);

/**
 * Locks the lowest free secrets of a SKU, as many as there are of `quantity`. Only the index `secrets_queue` has the
 * order of `id + 0`: ordered by the plain id, a planner with any cost settings may read the primary key instead, which
 * begins with every key that was ever sold.
 */
export const lockFreeSecretsSql = (
  skuId: number,
  quantity: number,
  lock: keyof typeof locks,
): Prisma.Sql => Prisma.sql`
  SELECT id FROM secrets WHERE sku_id = ${skuId} AND status = 'available'
  ORDER BY id + 0 LIMIT ${atMost(quantity)} ${locks[lock]}`;

const take = (tx: Tx, { skuId, orderItemId, quantity }: Claim, lock: keyof typeof locks) => tx.$executeRaw`
  UPDATE secrets SET status = 'reserved', order_item_id = ${orderItemId}
  WHERE id IN (${lockFreeSecretsSql(skuId, quantity, lock)})`;

/**
 * Reserves the lowest free secrets of a SKU for an order item; the counters are moved by the caller.
 * SKIP LOCKED alone would report sold-out while another buyer is about to roll back: when short, what was taken is given
 * up (a lock kept while waiting for another's could deadlock) and the claim waits its turn once.
 * @returns false, with nothing taken, when there are too few.
 */
export async function claimSecrets(tx: Tx, claim: Claim): Promise<boolean> {
  await tx.$executeRaw`SAVEPOINT claim`;
  if ((await take(tx, claim, "skip")) === claim.quantity) return true;
  await tx.$executeRaw`ROLLBACK TO SAVEPOINT claim`;
  if ((await take(tx, claim, "wait")) === claim.quantity) return true;
  await tx.$executeRaw`ROLLBACK TO SAVEPOINT claim`;
  return false;
}

/** Gives the reserved secrets of an item back. @returns how many. */
export const releaseSecrets = (tx: Tx, orderItemId: number): Promise<number> => tx.$executeRaw`
  UPDATE secrets SET status = 'available', order_item_id = NULL
  WHERE order_item_id = ${orderItemId} AND status = 'reserved'`;

/** Turns an item's reserved secrets into sold ones and hands them over. @returns how many. */
export async function sellSecrets(tx: Tx, orderItemId: number, fulfillmentId: number): Promise<number> {
  return tx.$executeRaw`
    WITH sold AS (
      UPDATE secrets SET status = 'sold' WHERE order_item_id = ${orderItemId} AND status = 'reserved' RETURNING id)
    INSERT INTO fulfillment_secrets (fulfillment_id, secret_id, created_at)
    SELECT ${fulfillmentId}, id, ${now()}::timestamptz FROM sold ORDER BY id`;
}
