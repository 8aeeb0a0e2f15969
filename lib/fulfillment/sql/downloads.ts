import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";

export async function hasReadyVersion(reader: SqlReader, skuId: number): Promise<boolean> {
  const row = await reader.sql
    .selectFrom("sku_files as file")
    .innerJoin("file_versions as version", "version.file_id", "file.id")
    .select("version.id")
    .where("file.sku_id", "=", skuId)
    .where("version.status", "=", sql.lit("ready"))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewGrant {
  fulfillmentId: number;
  skuId: number;
  allowed: number;
  expiresAt: Date;
}

/** One for each fulfillment, however often it is delivered. */
export const insertGrant = (tx: SqlReader, { fulfillmentId, skuId, allowed, expiresAt }: NewGrant) =>
  tx.sql
    .insertInto("download_grants")
    .values({
      fulfillment_id: fulfillmentId,
      sku_id: skuId,
      allowed,
      expires_at: expiresAt,
      created_at: now(),
    })
    .onConflict((row) => row.column("fulfillment_id").doNothing())
    .execute();

/** The newest ready version of each file of these options. */
export const findNewestVersions = (reader: SqlReader, skuIds: readonly number[]) =>
  reader.sql
    .selectFrom("sku_files as file")
    .innerJoin("file_versions as version", "version.file_id", "file.id")
    .distinctOn("file.id")
    .select([
      "file.id as fileId",
      "file.sku_id as skuId",
      "file.title",
      "version.id as versionId",
      "version.label",
      "version.notes",
      "version.name",
      "version.bytes",
      "version.sha256",
      "version.storage_key as storageKey",
    ])
    .where((row) => sql<boolean>`${row.ref("file.sku_id")} = ANY (${[...skuIds]}::int[])`)
    .where("version.status", "=", sql.lit("ready"))
    .orderBy("file.id")
    .orderBy("version.id", "desc")
    .execute();

interface Charge {
  grantId: number;
  versionId: number;
  bytes: number;
  /** What may be sent in all: a request that begins below it is served whole. */
  budget: bigint;
}

/** Charges what is about to be sent. @returns false, with nothing charged, when the downloads are used up. */
export async function chargeDownload(
  reader: SqlReader,
  { grantId, versionId, bytes, budget }: Charge,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await reader.sql
    .insertInto("downloads")
    .values({ grant_id: grantId, version_id: versionId, bytes_sent: BigInt(bytes), last_at: now() })
    .onConflict((row) =>
      row
        .columns(["grant_id", "version_id"])
        .doUpdateSet((update) => ({
          bytes_sent: sql`${update.ref("downloads.bytes_sent")} + excluded.bytes_sent`,
          last_at: update.ref("excluded.last_at"),
        }))
        .where("downloads.bytes_sent", "<", budget),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** What was charged and not sent, because the reader went away. */
export const refundDownload = (reader: SqlReader, { grantId, versionId, bytes }: Omit<Charge, "budget">) =>
  reader.sql
    .updateTable("downloads")
    .set((row) => ({ bytes_sent: sql`greatest(0, ${row.ref("bytes_sent")} - ${BigInt(bytes)})` }))
    .where("grant_id", "=", grantId)
    .where("version_id", "=", versionId)
    .execute();
