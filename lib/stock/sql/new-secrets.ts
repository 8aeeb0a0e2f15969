import { sql } from "kysely";
import { now } from "../../core/clock";
import type { SqlReader } from "../../db/kysely";
import { typed } from "../../db/sql-pieces";

/** Ids for rows whose content is sealed with them before they are inserted. */
export async function nextSecretIds(tx: SqlReader, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence('secrets', 'id'))::int AS id FROM generate_series(1, ${count}::int)`.execute(
    tx.sql,
  );
  return rows.map(({ id }) => id);
}

export interface SealedSecret {
  id: number;
  sealed: Uint8Array;
  hash: Uint8Array;
  useBy: Date | null;
  note: string | null;
  costCents: bigint | null;
  publicLabel: string | null;
}

/** Keeps free secrets, leaving out what the SKU has or had already. @returns the ids of those it kept. */
export async function insertSecrets(
  tx: SqlReader,
  { skuId, batchId }: { skuId: number; batchId: number },
  secrets: readonly SealedSecret[],
): Promise<number[]> {
  const createdAt = now();
  const kept = await tx.sql
    .insertInto("secrets")
    .columns([
      "id",
      "sku_id",
      "batch_id",
      "content_sealed",
      "content_hash",
      "use_by",
      "note",
      "cost_cents",
      "public_label",
      "created_at",
    ])
    .expression((query) =>
      query
        .selectFrom(
          sql<SealedSecret>`unnest(
            ${secrets.map(({ id }) => id)}::int[], ${secrets.map(({ sealed }) => sealed)}::bytea[],
            ${secrets.map(({ hash }) => hash)}::bytea[], ${secrets.map(({ useBy }) => useBy)}::timestamptz[],
            ${secrets.map(({ note }) => note)}::text[], ${secrets.map(({ costCents }) => costCents)}::bigint[],
            ${secrets.map(({ publicLabel }) => publicLabel)}::text[])`.as<"incoming">(
            sql`incoming (id, sealed, hash, "useBy", note, "costCents", "publicLabel")`,
          ),
        )
        .select([
          "incoming.id",
          typed(skuId, "int4").as("sku_id"),
          typed(batchId, "int4").as("batch_id"),
          "incoming.sealed",
          "incoming.hash",
          "incoming.useBy",
          "incoming.note",
          "incoming.costCents",
          "incoming.publicLabel",
          typed(createdAt, "timestamptz").as("created_at"),
        ]),
    )
    .onConflict((secret) => secret.columns(["sku_id", "content_hash"]).doNothing())
    .returning("id")
    .execute();
  return kept.map(({ id }) => id);
}
