import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";

/** Whether there is anything to download: of the option, or made for this delivery. */
export async function hasReadyVersion(
  reader: SqlReader,
  { skuId, fulfillmentId }: { skuId: number; fulfillmentId: number },
): Promise<boolean> {
  const row = await reader.sql
    .selectFrom("sku_files as file")
    .innerJoin("file_versions as version", "version.file_id", "file.id")
    .select("version.id")
    .where((row) => row.or([row("file.sku_id", "=", skuId), row("file.fulfillment_id", "=", fulfillmentId)]))
    .where("version.status", "=", sql.lit("ready"))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

interface NewGrant {
  fulfillmentId: number;
  skuId: number;
  /** Only files of this delivery, and none of the option. */
  isOwnOnly: boolean;
  allowed: number;
  expiresAt: Date;
}

/** One for each fulfillment, however often it is delivered. */
export const insertGrant = (
  tx: SqlReader,
  { fulfillmentId, skuId, isOwnOnly, allowed, expiresAt }: NewGrant,
) =>
  tx.sql
    .insertInto("download_grants")
    .values({
      fulfillment_id: fulfillmentId,
      sku_id: skuId,
      is_own_only: isOwnOnly,
      allowed,
      expires_at: expiresAt,
      created_at: now(),
    })
    .onConflict((row) => row.column("fulfillment_id").doNothing())
    .execute();

/** Locks the order of a delivery, as handing it over does: its files stay as they were seen. */
export const lockOrderOf = (tx: SqlReader, fulfillmentId: number) =>
  tx.sql
    .selectFrom("orders")
    .select("orders.id")
    .where("orders.id", "=", (row) =>
      row
        .selectFrom("order_items as item")
        .innerJoin("fulfillments as fulfillment", "fulfillment.order_item_id", "item.id")
        .select("item.order_id")
        .where("fulfillment.id", "=", fulfillmentId),
    )
    .forUpdate()
    .execute();

/** A right to download: to the files of its option, and to those that a person made for its delivery. */
interface Right {
  skuId: number;
  fulfillmentId: number;
  isOwnOnly: boolean;
}

export const isRightTo = (
  { skuId, fulfillmentId, isOwnOnly }: Right,
  file: { skuId: number | null; fulfillmentId: number | null },
): boolean => file.fulfillmentId === fulfillmentId || (!isOwnOnly && file.skuId === skuId);

/** The newest ready version of each file that these rights may lead to. */
export const findNewestVersions = (reader: SqlReader, rights: readonly Right[]) =>
  reader.sql
    .selectFrom("sku_files as file")
    .innerJoin("file_versions as version", "version.file_id", "file.id")
    .distinctOn("file.id")
    .select([
      "file.id as fileId",
      "file.sku_id as skuId",
      "file.fulfillment_id as fulfillmentId",
      "file.title",
      "version.id as versionId",
      "version.label",
      "version.notes",
      "version.name",
      "version.bytes",
      "version.sha256",
      "version.storage_key as storageKey",
      "version.storage",
      "version.store",
    ])
    .where(
      (row) => sql<boolean>`(${row.ref("file.sku_id")} = ANY (${rights.map(({ skuId }) => skuId)}::int[])
        OR ${row.ref("file.fulfillment_id")} = ANY (${rights.map((right) => right.fulfillmentId)}::int[]))`,
    )
    .where("version.status", "=", sql.lit("ready"))
    .orderBy("file.id")
    .orderBy("version.id", "desc")
    .execute();

interface Charge {
  grantId: number;
  versionId: number;
  bytes: number;
  /** Bytes that may be sent in all: a request that begins below it is served whole. */
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

/** Gives back bytes that were charged and not sent, because the reader went away. */
export const refundDownload = (reader: SqlReader, { grantId, versionId, bytes }: Omit<Charge, "budget">) =>
  reader.sql
    .updateTable("downloads")
    .set((row) => ({ bytes_sent: sql`greatest(0, ${row.ref("bytes_sent")} - ${BigInt(bytes)})` }))
    .where("grant_id", "=", grantId)
    .where("version_id", "=", versionId)
    .execute();

interface VersionMails {
  versionId: number;
  skuId: number;
  at: Date;
  /** How many mails leave before these, and how many a minute. */
  before: number;
  perMinute: number;
}

/**
 * A job for each order with a right to download that has not ended, of a buyer who hears of it by mail. Orders of one buyer have
 * the same turn: the first of them that is still open writes the mail. It is text because a job's function is called for each row
 * (decision 103). @returns how many buyers
 */
export async function addVersionMails(
  tx: SqlReader,
  { versionId, skuId, at, before, perMinute }: VersionMails,
): Promise<number> {
  const { rows } = await sql<{ buyers: number }>`
    WITH due AS (
      SELECT o.id AS order_id, dense_rank() OVER (ORDER BY coalesce('user:' || o.user_id, o.email)) AS turn
      FROM download_grants AS access
      JOIN fulfillments AS fulfillment ON fulfillment.id = access.fulfillment_id AND fulfillment.status = 'ready'
      JOIN order_items AS item ON item.id = fulfillment.order_item_id
      JOIN orders AS o ON o.id = item.order_id AND o.site_id IS NULL
      WHERE access.sku_id = ${skuId}::int AND access.revoked_at IS NULL AND access.expires_at > ${at}::timestamptz
      GROUP BY o.id),
    jobs AS (
      SELECT turn, (graphile_worker.add_job('file.mail',
        payload => json_build_object('orderId', order_id, 'versionId', ${versionId}::int),
        job_key => 'file.mail:' || ${versionId}::int || ':' || order_id,
        run_at => ${at}::timestamptz
          + floor((${before}::int + turn - 1) / ${perMinute}::float8) * interval '1 minute')).id
      FROM due)
    SELECT count(DISTINCT turn)::int AS buyers FROM jobs WHERE id IS NOT NULL`.execute(tx.sql);
  return rows[0]?.buyers ?? 0;
}
