import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** Locks an import, so that one process at a time takes it further. @returns how far it is, or null when it is gone. */
export async function lockImport(tx: SqlReader, id: number) {
  const row = await tx.sql
    .selectFrom("key_imports")
    .select(["status", "records_done", "batches", "counts", "elsewhere"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Which options have which of these keys already. */
export const findKnownKeys = (tx: SqlReader, hashes: readonly Uint8Array[]) =>
  tx.sql
    .selectFrom("secrets")
    .select(["sku_id", "status", "batch_id", "content_hash"])
    .where("content_hash", "=", sql<Uint8Array>`ANY(${hashes}::bytea[])`)
    .execute();

/** The options of this shop with stored keys that have one of these codes. */
export const findOptionsByCode = (reader: SqlReader, codes: readonly string[]) =>
  reader.sql
    .selectFrom("skus as sku")
    .innerJoin("products as product", "product.id", "sku.product_id")
    .select(["sku.id", "sku.code", "product.slug"])
    .where("sku.code", "=", sql<string>`ANY(${[...codes]}::text[])`)
    .where("sku.source", "=", "local")
    .where("product.status", "<>", "archived")
    .where("product.auto_secret_kind", "in", ["card_key", "account", "link"])
    .execute();

/** How many of these options keep keys of their own. */
export async function countKeyedOptions(tx: SqlReader, skuIds: readonly number[]): Promise<number> {
  const { count } = await tx.sql
    .selectFrom("skus as sku")
    .innerJoin("products as product", "product.id", "sku.product_id")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("sku.id", "=", sql<number>`ANY(${[...skuIds]}::int[])`)
    .where("sku.source", "=", "local")
    .where("product.auto_secret_kind", "in", ["card_key", "account", "link"])
    .executeTakeFirstOrThrow();
  return count;
}

/** The first refused lines of each import, by one statement: many lines of one hide none of another. */
export async function findRefusedLines(
  reader: SqlReader,
  importIds: readonly number[],
  { leftOut, each }: { leftOut: readonly string[]; each: number },
) {
  const { rows } = await sql<{ importId: number; line: number; reason: string }>`
    SELECT import.id AS "importId", refused.line, refused.reason
    FROM unnest(${[...importIds]}::int[]) AS import (id),
      LATERAL (SELECT line, reason FROM key_import_lines
        WHERE import_id = import.id AND reason <> ALL(${[...leftOut]}::text[]) ORDER BY line LIMIT ${each}) AS refused
    ORDER BY refused.line`.execute(reader.sql);
  return rows;
}
