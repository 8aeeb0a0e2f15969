import { type SqlBool, sql } from "kysely";
import { now } from "../../../core/clock";
import { db } from "../../../db/client";
import type { SqlReader } from "../../../db/kysely";
import { typed } from "../../../db/sql-pieces";

export const lockConnection = (tx: SqlReader, connectionId: number) =>
  tx.sql.selectFrom("connections").select("id").where("id", "=", connectionId).forNoKeyUpdate().execute();

export const lockPurchaseRow = (tx: SqlReader, purchaseId: number) =>
  tx.sql.selectFrom("purchases").select("id").where("id", "=", purchaseId).forUpdate().execute();

/** The connection of a key, its secrets that are still good, and the clock that all processes share (N3). */
export const findConnectionSigner = (key: string) =>
  db()
    .sql.selectFrom("connections as connection")
    .select(["connection.id", "connection.status", "connection.api_key", "connection.secret_sealed"])
    .select("connection.pairing_secret_sealed")
    .select((connection) => [
      connection
        .case()
        .when("connection.previous_secret_expires_at", ">", now())
        .then(connection.ref("connection.previous_secret_sealed"))
        .end()
        .as("previous_secret_sealed"),
      sql<bigint>`floor(extract(epoch FROM clock_timestamp()))::bigint`.as("database_seconds"),
    ])
    .where("connection.api_key", "=", key)
    .executeTakeFirst();

interface NewCallbackLog {
  connectionId: number | null;
  claimedKey: string | null;
  event: string | null;
  upstreamOrderNo: string | null;
  downstreamOrderNo: string | null;
  isSignatureValid: boolean;
  cause: string | null;
  result: string;
  bodyHash: string;
  maskedBody: string | null;
  httpStatus: number;
  latencyMs: number;
  requestId: string;
  ip: string | null;
}

export const insertCallbackLog = (entry: NewCallbackLog) =>
  db()
    .sql.insertInto("callback_logs")
    .values({
      connection_id: entry.connectionId,
      claimed_key: entry.claimedKey,
      event: entry.event,
      upstream_order_no: entry.upstreamOrderNo,
      downstream_order_no: entry.downstreamOrderNo,
      is_signature_valid: entry.isSignatureValid,
      cause: entry.cause,
      result: entry.result,
      body_hash: entry.bodyHash,
      masked_body: entry.maskedBody,
      http_status: entry.httpStatus,
      latency_ms: entry.latencyMs,
      request_id: entry.requestId,
      ip: entry.ip,
      created_at: now(),
    })
    .execute();

/** The stock of a SKU is what it has of its own keys. */
export const countOwnKeys = (tx: SqlReader, skuId: number) =>
  tx.sql
    .updateTable("sku_stocks")
    .set((stock) => ({
      is_unlimited: false,
      changed_at: now(),
      available: stock
        .selectFrom("secrets")
        .select(sql<number>`count(*)`.as("free"))
        .where("secrets.sku_id", "=", skuId)
        .where("secrets.status", "=", sql.lit("available")),
    }))
    .where("sku_id", "=", skuId)
    .execute();

/** Writes the stock of a SKU when it differs. */
export const setStock = (
  tx: SqlReader,
  skuId: number,
  { available, isUnlimited }: { available: number; isUnlimited: boolean },
) =>
  tx.sql
    .updateTable("sku_stocks")
    .set({ available, is_unlimited: isUnlimited, changed_at: now() })
    .where("sku_id", "=", skuId)
    .where((stock) =>
      stock.or([stock("available", "<>", available), stock("is_unlimited", "<>", isUnlimited)]),
    )
    .execute();

export interface OfferedSku {
  connectionId: number;
  upstreamProductId: number;
  upstreamSkuId: number;
  costCents: bigint;
  stock: number;
  isActive: boolean;
  updatedAt: Date | null;
  /** Members that the main site left out are undefined. */
  slug: string | undefined;
  title: string | undefined;
  skuName: string | undefined;
  category: string | undefined;
  secretKind: string | undefined;
}

/** C61: a member that the main site left out keeps the value it had. @returns whether anything changed */
export async function upsertOfferedSku(tx: SqlReader, offer: OfferedSku): Promise<boolean> {
  const texts = {
    slug: offer.slug,
    title: offer.title,
    sku_name: offer.skuName,
    category: offer.category,
    auto_secret_kind: offer.secretKind,
  } as const;
  const numbers = ["cost_cents", "stock", "is_active"] as const;
  const names = ["slug", "title", "sku_name", "category", "auto_secret_kind"] as const;
  const { numInsertedOrUpdatedRows } = await tx.sql
    .insertInto("upstream_skus")
    .values({
      connection_id: offer.connectionId,
      upstream_product_id: offer.upstreamProductId,
      upstream_sku_id: offer.upstreamSkuId,
      slug: offer.slug ?? `product-${offer.upstreamProductId}`,
      title: offer.title ?? `Product ${offer.upstreamProductId}`,
      sku_name: offer.skuName ?? "",
      category: offer.category ?? "",
      auto_secret_kind: offer.secretKind ?? "card_key",
      cost_cents: offer.costCents,
      stock: offer.stock,
      is_active: offer.isActive,
      upstream_updated_at: offer.updatedAt,
      updated_at: now(),
    })
    .onConflict((row) =>
      row
        .columns(["connection_id", "upstream_product_id", "upstream_sku_id"])
        .doUpdateSet((sku) => ({
          ...Object.fromEntries(
            names.map((name) => [
              name,
              sku.fn.coalesce(typed(texts[name] ?? null, "text"), `upstream_skus.${name}`),
            ]),
          ),
          cost_cents: sku.ref("excluded.cost_cents"),
          stock: sku.ref("excluded.stock"),
          is_active: sku.ref("excluded.is_active"),
          upstream_updated_at: sku.fn.coalesce(
            "excluded.upstream_updated_at",
            "upstream_skus.upstream_updated_at",
          ),
          updated_at: sku.ref("excluded.updated_at"),
        }))
        .where((sku) =>
          sku.or([
            ...numbers.map((name) => sku(`upstream_skus.${name}`, "<>", sku.ref(`excluded.${name}`))),
            ...names.flatMap((name) => {
              const text = texts[name];
              return text === undefined ? [] : [sku(`upstream_skus.${name}`, "<>", text)];
            }),
          ]),
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Keeps the details of a product that an import copies; written only when they differ. */
export const upsertOfferedDetails = (
  tx: SqlReader,
  {
    connectionId,
    upstreamProductId,
    details,
  }: { connectionId: number; upstreamProductId: number; details: string },
) =>
  tx.sql
    .insertInto("upstream_products")
    .values({
      connection_id: connectionId,
      upstream_product_id: upstreamProductId,
      details: typed(details, "jsonb"),
      updated_at: now(),
    })
    .onConflict((row) =>
      row
        .columns(["connection_id", "upstream_product_id"])
        .doUpdateSet((product) => ({
          details: product.ref("excluded.details"),
          updated_at: product.ref("excluded.updated_at"),
        }))
        .where(
          (product) =>
            sql<SqlBool>`${product.ref("upstream_products.details")} IS DISTINCT FROM ${product.ref("excluded.details")}`,
        ),
    )
    .execute();

/** The newest pull of each connection: Prisma would read all that ever were, and keep one. */
export async function findLastRunIds(reader: SqlReader, connectionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT run.id FROM unnest(${connectionIds}::int[]) AS connection (id)
    JOIN LATERAL (
      SELECT id FROM sync_runs WHERE connection_id >= connection.id AND connection_id <= connection.id
      -- Not by id alone: the planner would look for a connection without pulls through all that there are.
      ORDER BY connection_id, id DESC LIMIT 1) AS run ON true`.execute(reader.sql);
  return rows.map(({ id }) => id);
}
