import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { notFound } from "../core/errors";
import { toTime } from "../core/wire";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import type { BatchList, SecretList } from "./schema";
import { hashSecret, openSecret } from "./seal-secret";

type SecretState = "available" | "reserved" | "sold" | "void";

export interface SecretFilter {
  page: number;
  per_page: number;
  status?: SecretState | undefined;
  batch_id?: number | undefined;
  content?: string | undefined;
}

export async function listSecrets(skuId: number, filter: SecretFilter): Promise<SecretList> {
  const where = {
    skuId,
    ...(filter.status ? { status: filter.status } : {}),
    ...(filter.batch_id ? { batchId: filter.batch_id } : {}),
    ...(filter.content ? { contentHash: hashSecret(filter.content) } : {}),
  };
  const [total, rows] = await Promise.all([
    db().secret.count({ where }),
    db().secret.findMany({
      where,
      orderBy: { id: "desc" },
      skip: (filter.page - 1) * filter.per_page,
      take: filter.per_page,
      include: { orderItem: { select: { order: { select: { orderNo: true } } } } },
    }),
  ]);
  return {
    secrets: rows.map((row) => ({
      id: row.id,
      batch_id: row.batchId,
      status: row.status,
      order_no: row.orderItem?.order.orderNo ?? null,
      created_at: toTime(row.createdAt),
    })),
    total,
    page: filter.page,
    per_page: filter.per_page,
  };
}

export async function listBatches(skuId: number): Promise<BatchList> {
  const [batches, free] = await Promise.all([
    db().secretBatch.findMany({ where: { skuId }, orderBy: { id: "desc" }, take: 200 }),
    db().secret.groupBy({ by: ["batchId"], where: { skuId, status: "available" }, _count: true }),
  ]);
  const availableIn = new Map(free.map((group) => [group.batchId, group._count]));
  return {
    batches: batches.map((batch) => ({
      id: batch.id,
      note: batch.note,
      imported_count: batch.importedCount,
      duplicate_count: batch.duplicateCount,
      available: availableIn.get(batch.id) ?? 0,
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
    if (!row) throw notFound("Secret");
    await recordAudit(tx, actor, client, {
      action: "stock.reveal",
      target: `secret:${secretId}`,
      data: { skuId: row.skuId },
    });
    return { id: row.id, content: openSecret(row.id, row.contentSealed) };
  });
}
