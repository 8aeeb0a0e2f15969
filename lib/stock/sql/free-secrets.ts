import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "../../db/generated/tables";
import type { SqlReader } from "../../db/kysely";
import { becoming } from "./move-secrets";

export interface SecretChoice {
  skuId: number;
  secretIds?: readonly number[] | undefined;
  batchId?: number | undefined;
}

/** Condition of a choice among the keys of a SKU, whatever state they are in; without ids and batch it is all of them. */
const isMeant =
  ({ skuId, secretIds, batchId }: SecretChoice) =>
  (secret: ExpressionBuilder<Tables, "secrets">) =>
    secret.and([
      secret("secrets.sku_id", "=", skuId),
      ...(secretIds ? [secret("secrets.id", "=", sql<number>`ANY(${[...secretIds]}::int[])`)] : []),
      ...(batchId ? [secret("secrets.batch_id", "=", batchId)] : []),
    ]);

const isChosenAndFree = (choice: SecretChoice) => (secret: ExpressionBuilder<Tables, "secrets">) =>
  secret.and([isMeant(choice)(secret), secret("secrets.status", "=", sql.lit("available"))]);

/** Takes free keys off sale. @returns the ids of those that were free. */
export async function voidFreeSecrets(tx: SqlReader, choice: SecretChoice): Promise<number[]> {
  const rows = await tx.sql
    .updateTable("secrets")
    .$call(becoming("void", ["available"]))
    .where(isMeant(choice))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Puts void keys on sale again, except those that somebody has in an order that was lost.
 * @returns the ids of those that are on sale now.
 */
export async function restoreVoidSecrets(tx: SqlReader, choice: SecretChoice): Promise<number[]> {
  const rows = await tx.sql
    .updateTable("secrets")
    .$call(becoming("available", ["void"]))
    .where(isMeant(choice))
    .where("lost_order_no", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** The oldest free ones become void. One that a buyer is just reserving is left out. @returns their ids, ascending. */
export async function voidOldestSecrets(
  tx: SqlReader,
  { skuId, batchId, count }: { skuId: number; batchId: number | undefined; count: number | undefined },
): Promise<number[]> {
  const rows = await tx.sql
    .with("chosen", (query) => {
      const oldest = query
        .selectFrom("secrets")
        .select("secrets.id")
        .where(isChosenAndFree({ skuId, batchId }))
        .orderBy(sql`secrets.id + 0`)
        .forUpdate()
        .skipLocked();
      return count ? oldest.limit(count) : oldest;
    })
    .updateTable("secrets")
    .from("chosen")
    .whereRef("secrets.id", "=", "chosen.id")
    .returning("secrets.id")
    .$call(becoming("void", ["available"]))
    .execute();
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Voids free keys; one that a buyer is just reserving is left out. @returns how many of the free ones became void. */
export async function voidSecretsUsableUntil(tx: SqlReader, skuId: number, until: Date): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .with("due", (query) =>
      query
        .selectFrom("secrets")
        .select("secrets.id")
        .where("sku_id", "=", skuId)
        .where("status", "=", sql.lit("available"))
        .where("use_by", "<=", until)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("secrets")
    .from("due")
    .whereRef("secrets.id", "=", "due.id")
    .$call(becoming("void", ["available"]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export const lockCounter = (tx: SqlReader, skuId: number) =>
  tx.sql.selectFrom("sku_stocks").select("sku_id").where("sku_id", "=", skuId).forUpdate().execute();

export async function countFreeSecrets(tx: SqlReader, choice: SecretChoice): Promise<number> {
  const { count } = await tx.sql
    .selectFrom("secrets")
    .select(sql<number>`count(*)::int`.as("count"))
    .where(isChosenAndFree(choice))
    .executeTakeFirstOrThrow();
  return count;
}

const isNew = (skuId: number) => (secret: ExpressionBuilder<Tables, "secrets">) =>
  secret.not(
    secret.exists(
      secret
        .selectFrom("secrets as there")
        .select("there.id")
        .where("there.sku_id", "=", skuId)
        .whereRef("there.content_hash", "=", "secrets.content_hash"),
    ),
  );

/** How many free keys are meant, and how many of them the other option does not have. */
export const countMovableSecrets = (reader: SqlReader, choice: SecretChoice, toSkuId: number) =>
  reader.sql
    .selectFrom("secrets")
    .select((secret) => [
      sql<number>`count(*)::int`.as("chosen"),
      sql<number>`(count(*) FILTER (WHERE ${isNew(toSkuId)(secret)}))::int`.as("movable"),
    ])
    .where(isChosenAndFree(choice))
    .executeTakeFirstOrThrow();

/** Free keys become another option's, except those that it has already. @returns how many. */
export async function moveFreeSecrets(
  tx: SqlReader,
  choice: SecretChoice,
  { skuId, batchId }: { skuId: number; batchId: number },
): Promise<number> {
  const { numUpdatedRows } = await tx.sql
    .updateTable("secrets")
    .set({ sku_id: skuId, batch_id: batchId })
    .where(isChosenAndFree(choice))
    .where(isNew(skuId))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
