import { sql } from "kysely";
import { now } from "../../../core/clock";
import type { SqlReader } from "../../../db/kysely";
import { literal } from "../../../db/sql-pieces";
import type { repeatRules } from "../purchases/choices";

/** Which units count as come before: of every main site, of this one alone, or none. */
export type Repeats = (typeof repeatRules)[number];

interface Received {
  connectionId: number;
  upstreamProductId: number;
  upstreamSkuId: number;
  purchaseId: number;
  repeats: Repeats;
}

const lockClass = 1_985_229;
const buckets = 64;

/** Two purchases that bring the same unit wait for each other, whichever main site it comes from; a row of one is no row of the other's key. */
async function lockUnits(tx: SqlReader, fingerprints: readonly Uint8Array[]): Promise<void> {
  const wanted = [...new Set(fingerprints.map(([first = 0]) => first % buckets))].sort((a, b) => a - b);
  await sql`SELECT pg_advisory_xact_lock(${literal(lockClass)}, bucket)
    FROM unnest(${wanted}::int[]) WITH ORDINALITY AS wanted (bucket, place) ORDER BY place`.execute(tx.sql);
}

/**
 * C164: keeps the fingerprints for this purchase, each once for its connection and option. @returns how many of them came with
 * another purchase before, by the setting of the mapping
 */
export async function keepFingerprints(
  tx: SqlReader,
  { connectionId, upstreamProductId, upstreamSkuId, purchaseId, repeats }: Received,
  fingerprints: readonly Uint8Array[],
): Promise<number> {
  await lockUnits(tx, fingerprints);
  const at = now();
  await tx.sql
    .insertInto("received_units")
    .values(
      fingerprints.map((fingerprint) => ({
        connection_id: connectionId,
        upstream_product_id: upstreamProductId,
        upstream_sku_id: upstreamSkuId,
        fingerprint,
        purchase_id: purchaseId,
        created_at: at,
      })),
    )
    .onConflict((unit) => unit.doNothing())
    .execute();
  if (repeats === "always") return 0;
  const { before } = await tx.sql
    .selectFrom("received_units")
    .select((unit) => unit.fn.count<bigint>("fingerprint").distinct().as("before"))
    .where("purchase_id", "!=", purchaseId)
    .where("fingerprint", "=", sql<Uint8Array>`ANY (${fingerprints}::bytea[])`)
    .$if(repeats === "other_suppliers", (unit) => unit.where("connection_id", "=", connectionId))
    .executeTakeFirstOrThrow();
  return Number(before);
}

/** @returns how many of the fingerprints this purchase brought itself */
export async function countOwnUnits(
  tx: SqlReader,
  purchaseId: number,
  fingerprints: readonly Uint8Array[],
): Promise<number> {
  const { own } = await tx.sql
    .selectFrom("received_units")
    .select((unit) => unit.fn.countAll<bigint>().as("own"))
    .where("purchase_id", "=", purchaseId)
    .where("fingerprint", "=", sql<Uint8Array>`ANY (${fingerprints}::bytea[])`)
    .executeTakeFirstOrThrow();
  return Number(own);
}
