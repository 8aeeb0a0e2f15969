import { sql } from "kysely";
import { now } from "../../../core/clock";
import type { SqlReader } from "../../../db/kysely";

interface Received {
  connectionId: number;
  upstreamProductId: number;
  upstreamSkuId: number;
  purchaseId: number;
}

/**
 * Keeps the fingerprints for this purchase, each once for its connection and option; of two purchases at once one waits for the
 * other. @returns how many of them are this purchase's by now
 */
export async function keepFingerprints(
  tx: SqlReader,
  { connectionId, upstreamProductId, upstreamSkuId, purchaseId }: Received,
  fingerprints: readonly Uint8Array[],
): Promise<number> {
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
  const { kept } = await tx.sql
    .selectFrom("received_units")
    .select((unit) => unit.fn.countAll<bigint>().as("kept"))
    .where("connection_id", "=", connectionId)
    .where("upstream_product_id", "=", upstreamProductId)
    .where("upstream_sku_id", "=", upstreamSkuId)
    .where("purchase_id", "=", purchaseId)
    .where("fingerprint", "=", sql<Uint8Array>`ANY (${fingerprints}::bytea[])`)
    .executeTakeFirstOrThrow();
  return Number(kept);
}
