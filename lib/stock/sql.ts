import { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";

export interface SecretChoice {
  skuId: number;
  secretIds?: readonly number[] | undefined;
  batchId?: number | undefined;
}

/** What a choice means among the keys of one state; without ids and batch it is all of them. */
const chosenSecrets = (
  { skuId, secretIds, batchId }: SecretChoice,
  status: "available" | "void",
) => Prisma.sql`
  sku_id = ${skuId} AND status = ${status}::secret_status
    ${secretIds ? Prisma.sql`AND id = ANY(${[...secretIds]}::int[])` : Prisma.empty}
    ${batchId ? Prisma.sql`AND batch_id = ${batchId}` : Prisma.empty}`;

/** @returns the ids of those that were changed. */
export async function changeSecretStatus(
  tx: Tx,
  choice: SecretChoice,
  { from, to }: { from: "available" | "void"; to: "available" | "void" },
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    UPDATE secrets SET status = ${to}::secret_status WHERE ${chosenSecrets(choice, from)} RETURNING id`;
  return rows.map(({ id }) => id);
}

/** The oldest free ones become void. One that a buyer is just reserving is passed over. @returns their ids, ascending. */
export async function voidOldestSecrets(
  tx: Tx,
  { skuId, batchId, count }: { skuId: number; batchId: number | undefined; count: number | undefined },
): Promise<number[]> {
  const rows = await tx.$queryRaw<{ id: number }[]>`
    WITH chosen AS (
      SELECT id FROM secrets WHERE sku_id = ${skuId} AND status = 'available'
        ${batchId ? Prisma.sql`AND batch_id = ${batchId}` : Prisma.empty}
      ORDER BY id + 0 ${count ? Prisma.sql`LIMIT ${count}` : Prisma.empty} FOR UPDATE SKIP LOCKED)
    UPDATE secrets SET status = 'void' FROM chosen WHERE secrets.id = chosen.id RETURNING secrets.id`;
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

export async function lockCounter(tx: Tx, skuId: number): Promise<void> {
  await tx.$executeRaw`SELECT 1 FROM sku_stocks WHERE sku_id = ${skuId} FOR UPDATE`;
}

export async function countFreeSecrets(tx: Tx, choice: SecretChoice): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM secrets WHERE ${chosenSecrets(choice, "available")}`;
  return row?.count ?? 0;
}

/** Free keys become another option's, but for those that it has already. @returns how many. */
export const moveFreeSecrets = (
  tx: Tx,
  choice: SecretChoice,
  { skuId, batchId }: { skuId: number; batchId: number },
): Promise<number> => tx.$executeRaw`
  UPDATE secrets SET sku_id = ${skuId}, batch_id = ${batchId}
  WHERE ${chosenSecrets(choice, "available")} AND NOT EXISTS (
    SELECT 1 FROM secrets there WHERE there.sku_id = ${skuId} AND there.content_hash = secrets.content_hash)`;
