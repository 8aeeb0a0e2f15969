import { type ExpressionBuilder, sql } from "kysely";
import type { Tables } from "../db/generated/tables";
import type { SqlReader } from "../db/kysely";

export interface SecretChoice {
  skuId: number;
  secretIds?: readonly number[] | undefined;
  batchId?: number | undefined;
}

/**
 * Condition of a choice among the keys of one state; without ids and batch it is all of them. A void key that somebody
 * has, in an order that was lost, is in none.
 */
const isChosen =
  ({ skuId, secretIds, batchId }: SecretChoice, status: "available" | "void") =>
  (secret: ExpressionBuilder<Tables, "secrets">) =>
    secret.and([
      secret("secrets.sku_id", "=", skuId),
      secret("secrets.status", "=", sql.lit(status)),
      ...(status === "void" ? [secret("secrets.lost_order_no", "is", null)] : []),
      ...(secretIds ? [secret("secrets.id", "=", sql<number>`ANY(${[...secretIds]}::int[])`)] : []),
      ...(batchId ? [secret("secrets.batch_id", "=", batchId)] : []),
    ]);

/** @returns the ids of those that were changed. */
export async function changeSecretStatus(
  tx: SqlReader,
  choice: SecretChoice,
  { from, to }: { from: "available" | "void"; to: "available" | "void" },
): Promise<number[]> {
  const rows = await tx.sql
    .updateTable("secrets")
    .set({ status: to })
    .where(isChosen(choice, from))
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
        .where(isChosen({ skuId, batchId }, "available"))
        .orderBy(sql`secrets.id + 0`)
        .forUpdate()
        .skipLocked();
      return count ? oldest.limit(count) : oldest;
    })
    .updateTable("secrets")
    .from("chosen")
    .set({ status: "void" })
    .whereRef("secrets.id", "=", "chosen.id")
    .returning("secrets.id")
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
    .set({ status: "void" })
    .whereRef("secrets.id", "=", "due.id")
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export const lockCounter = (tx: SqlReader, skuId: number) =>
  tx.sql.selectFrom("sku_stocks").select("sku_id").where("sku_id", "=", skuId).forUpdate().execute();

export async function countFreeSecrets(tx: SqlReader, choice: SecretChoice): Promise<number> {
  const { count } = await tx.sql
    .selectFrom("secrets")
    .select(sql<number>`count(*)::int`.as("count"))
    .where(isChosen(choice, "available"))
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
    .where(isChosen(choice, "available"))
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
    .where(isChosen(choice, "available"))
    .where(isNew(skuId))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
