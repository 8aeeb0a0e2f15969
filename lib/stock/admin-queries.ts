import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { notFound } from "../core/errors";
import { countLimit, deepPage, deepSlice } from "../core/paging";
import type { Lang } from "../core/translations";
import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { inTransaction } from "../db/transaction";
import { requireSku } from "./require-sku";
import type { BatchList, SecretList, StockListQuery, StockRow } from "./schema";
import { hashSecret, openSecret } from "./seal-secret";
import { findStockRows } from "./sql/stock-rows";

type SecretState = SecretList["secrets"][number]["status"];

export interface SecretFilter {
  page: number;
  per_page: number;
  status?: SecretState | undefined;
  batch_id?: number | undefined;
  secret_id?: number | "none" | undefined;
}

const withOrder = {
  orderItem: { select: { order: { select: { orderNo: true } } } },
  fulfillment: { select: { replacedAt: true } },
} as const;

/** A key that was replaced stays sold in its row, so that it is never sold again. */
const replaced = { fulfillment: { is: { replacedAt: { not: null } } } } satisfies Prisma.SecretWhereInput;

function statusFilter(status: SecretState): Prisma.SecretWhereInput {
  if (status === "replaced") return { status: "sold", ...replaced };
  return status === "sold" ? { status, NOT: replaced } : { status };
}

type ListedSecret = Omit<
  Prisma.SecretGetPayload<{ include: typeof withOrder }>,
  "contentSealed" | "contentHash"
>;

const secretView = (row: ListedSecret) => ({
  id: row.id,
  batch_id: row.batchId,
  status: row.fulfillment?.replacedAt ? ("replaced" as const) : row.status,
  order_no: row.orderItem?.order.orderNo ?? null,
  use_by: toTimeOrNull(row.useBy),
  note: [row.note, row.lostOrderNo].filter(Boolean).join(" · ") || null,
  public_label: row.publicLabel,
  cost: row.costCents === null ? null : toMoney(row.costCents),
  created_at: toTime(row.createdAt),
});

export async function listSecrets(skuId: number, filter: SecretFilter): Promise<SecretList> {
  await requireSku(skuId);
  const where = {
    skuId,
    ...(filter.status ? statusFilter(filter.status) : {}),
    ...(filter.batch_id ? { batchId: filter.batch_id } : {}),
    ...(filter.secret_id ? { id: filter.secret_id === "none" ? 0 : filter.secret_id } : {}),
  };
  const [counted, rows] = await Promise.all([
    db().secret.count({ where, ...countLimit }),
    db().secret.findMany({
      where,
      orderBy: { id: "desc" },
      ...deepSlice(filter),
      include: withOrder,
    }),
  ]);
  return {
    secrets: rows.map(secretView),
    ...deepPage(filter, counted),
  };
}

/** Where a key is that somebody knows, a buyer who complains for instance. */
export async function findSecret(skuId: number, content: string) {
  await requireSku(skuId);
  const row = await db().secret.findUnique({
    where: { skuId_contentHash: { skuId, contentHash: hashSecret(content) } },
    include: withOrder,
  });
  return { secret: row && secretView(row) };
}

export async function listBatches(skuId: number): Promise<BatchList> {
  await requireSku(skuId);
  const [batches, groups] = await Promise.all([
    db().secretBatch.findMany({ where: { skuId }, orderBy: { id: "desc" }, take: 200 }),
    db().secret.groupBy({
      by: ["batchId", "status"],
      where: { skuId, status: { in: ["available", "void"] } },
      _count: true,
    }),
  ]);
  const counts = new Map(groups.map((group) => [`${group.batchId} ${group.status}`, group._count]));
  const countIn = (batchId: number, status: "available" | "void") => counts.get(`${batchId} ${status}`) ?? 0;
  return {
    batches: batches.map((batch) => ({
      id: batch.id,
      note: batch.note,
      imported_count: batch.importedCount,
      duplicate_count: batch.duplicateCount,
      available: countIn(batch.id, "available"),
      voided: countIn(batch.id, "void"),
      created_at: toTime(batch.createdAt),
    })),
  };
}

/** Shows one secret to staff; the audit log keeps that it was shown. */
export async function revealSecret(
  actor: AdminActor,
  client: ClientInfo,
  secretId: number,
): Promise<{ id: number; content: string }> {
  return inTransaction(async (tx) => {
    const row = await tx.secret.findUnique({ where: { id: secretId }, omit: { contentSealed: false } });
    if (!row) throw notFound("secret");
    await recordAudit(tx, actor, client, {
      action: "stock.reveal",
      target: `secret:${secretId}`,
      data: { skuId: row.skuId },
    });
    return { id: row.id, content: openSecret(row.id, row.contentSealed) };
  });
}

/** Every option with its counters; `low` compares with the product's own warning level. */
export async function listStock(
  query: StockListQuery,
  lang: Lang = undefined,
): Promise<{ rows: StockRow[]; total: number; page: number; per_page: number }> {
  const { page, per_page } = query;
  const rows = await findStockRows(db(), query, lang);
  return {
    rows: rows.map(({ total: _, priceCents, ...row }) => ({ ...row, price: toMoney(priceCents) })),
    total: rows[0]?.total ?? 0,
    page,
    per_page,
  };
}

export async function getStockCount(skuId: number) {
  const row = await db().skuStock.findUnique({ where: { skuId } });
  return {
    is_unlimited: row?.isUnlimited ?? false,
    available: row?.available ?? 0,
    reserved: row?.reserved ?? 0,
    sold: row?.sold ?? 0,
    /** The seller's server says how many there are. */
    is_asked: row?.isAsked ?? false,
  };
}

/** The other options that sell stored keys of this shop: where keys can be moved to. */
export async function listKeyedOptions(skuId: number): Promise<{ id: number; name: string }[]> {
  const rows = await db().sku.findMany({
    where: {
      id: { not: skuId },
      source: "local",
      product: { status: { not: "archived" }, autoSecretKind: { in: ["card_key", "account", "link"] } },
    },
    orderBy: [{ product: { title: "asc" } }, { sortOrder: "asc" }],
    take: 1_000,
    select: { id: true, name: true, product: { select: { title: true } } },
  });
  return rows.map(({ id, name, product }) => ({ id, name: `${product.title} · ${name}` }));
}
