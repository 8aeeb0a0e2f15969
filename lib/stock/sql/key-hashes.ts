import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** @returns keys from this id on, in the order of their ids, with what their hash is made of */
export const readHashedKeys = (tx: SqlReader, after: number, limit: number) =>
  tx.sql
    .selectFrom("secrets")
    .select(["id", "sku_id", "content_sealed", "content_hash"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

export const findKeyOfHash = (tx: SqlReader, skuId: number, hash: Uint8Array<ArrayBuffer>) =>
  tx.sql
    .selectFrom("secrets")
    .select("id")
    .where("sku_id", "=", skuId)
    .where("content_hash", "=", sql.val(hash))
    .executeTakeFirst();

export const setKeyHash = (tx: SqlReader, id: number, hash: Uint8Array<ArrayBuffer>) =>
  tx.sql.updateTable("secrets").set({ content_hash: hash }).where("id", "=", id).execute();
