import { sql } from "kysely";
import type { SqlReader } from "../../db/kysely";

/** A day of a time span: no zone's clock changes may shorten it. */
const daysOf = (days: number) => sql`${days}::int * interval '24 hours'`;

/** The license's row until the transaction ends, or nothing when it has no end to move or was revoked. */
export async function lockLicenseToRenew(tx: SqlReader, licenseId: number): Promise<boolean> {
  const row = await tx.sql
    .selectFrom("licenses")
    .select("id")
    .where("id", "=", licenseId)
    .where("status", "=", sql.lit("active"))
    .where("expires_at", "is not", null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The same of the access of an item. */
export async function lockAccessToRenew(tx: SqlReader, itemId: number): Promise<number | null> {
  const row = await tx.sql
    .selectFrom("living_accesses as access")
    .innerJoin("fulfillments as fulfillment", "fulfillment.id", "access.fulfillment_id")
    .select("access.fulfillment_id as fulfillmentId")
    .where("fulfillment.order_item_id", "=", itemId)
    .where("access.revoked_at", "is", null)
    .where("access.ends_at", "is not", null)
    .forUpdate("access")
    .executeTakeFirst();
  return row?.fulfillmentId ?? null;
}

/** From its end on, or from now on when that has passed. */
export async function extendLicense(tx: SqlReader, licenseId: number, days: number, at: Date): Promise<void> {
  await sql`UPDATE licenses SET expires_at = greatest(expires_at, ${at}::timestamptz) + ${daysOf(days)}
    WHERE id = ${licenseId}::int`.execute(tx.sql);
}

/** A reader who comes back after the end reads the newest text: nothing is to be told of those before. */
export async function extendAccess(
  tx: SqlReader,
  fulfillmentId: number,
  days: number,
  at: Date,
): Promise<void> {
  await sql`UPDATE living_accesses AS access SET
      ends_at = greatest(ends_at, ${at}::timestamptz) + ${daysOf(days)},
      told_number = CASE WHEN ends_at > ${at}::timestamptz OR frozen_at IS NOT NULL THEN told_number
        ELSE greatest(told_number, (SELECT max(number) FROM living_texts text WHERE text.sku_id = access.sku_id)) END
    WHERE fulfillment_id = ${fulfillmentId}::int`.execute(tx.sql);
}

/** The days that were bought, also where that lies in the past by now; what has no end any more keeps none. */
export async function shortenLicense(tx: SqlReader, licenseId: number, days: number): Promise<void> {
  await sql`UPDATE licenses SET expires_at = expires_at - ${daysOf(days)} WHERE id = ${licenseId}::int`.execute(
    tx.sql,
  );
}

/** By so many days, or by their opposite when a dispute was won. */
export async function shortenAccessOf(tx: SqlReader, itemId: number, days: number): Promise<void> {
  await sql`UPDATE living_accesses AS access SET ends_at = ends_at - ${daysOf(days)}
    FROM fulfillments f WHERE f.id = access.fulfillment_id AND f.order_item_id = ${itemId}::int`.execute(
    tx.sql,
  );
}
