import { notFound } from "../core/errors";
import { pageSlice } from "../core/paging";
import { toMoney, toTime, toTimeOrNull } from "../core/wire";
import { db } from "../db/client";
import type { Prisma } from "../db/generated/client";
import { maskGiftCardCode, openGiftCardCode } from "./gift-cards/gift-card-code";
import type { GiftCardBatchView, GiftCardList, GiftCardListQuery } from "./schema";

type BatchRow = Prisma.GiftCardBatchGetPayload<object>;

async function withCounts(batches: BatchRow[]): Promise<GiftCardBatchView[]> {
  const groups = await db().giftCard.groupBy({
    by: ["batchId", "status"],
    where: { batchId: { in: batches.map((batch) => batch.id) } },
    _count: true,
  });
  const countOf = (batchId: number, status: string) =>
    groups.find((group) => group.batchId === batchId && group.status === status)?._count ?? 0;
  return batches.map((batch) => ({
    id: batch.id,
    name: batch.name,
    amount: toMoney(batch.amountCents),
    quantity: batch.quantity,
    active: countOf(batch.id, "active"),
    redeemed: countOf(batch.id, "redeemed"),
    disabled: countOf(batch.id, "disabled"),
    expires_at: toTimeOrNull(batch.expiresAt),
    created_at: toTime(batch.createdAt),
  }));
}

export async function listGiftCardBatches({ page, per_page }: { page: number; per_page: number }) {
  const [total, rows] = await Promise.all([
    db().giftCardBatch.count(),
    db().giftCardBatch.findMany({ orderBy: { id: "desc" }, ...pageSlice({ page, per_page }) }),
  ]);
  return { batches: await withCounts(rows), total, page, per_page };
}

export async function getGiftCardBatch(batchId: number): Promise<GiftCardBatchView> {
  const row = await db().giftCardBatch.findUnique({ where: { id: batchId } });
  const [batch] = row ? await withCounts([row]) : [];
  if (!batch) throw notFound("gift_card_batch");
  return batch;
}

/**
 * The cards of a batch; whole codes are read by export only. Who redeemed one is a customer's address.
 * @throws AppError `not_found`
 */
export async function listGiftCards(
  batchId: number,
  { page, per_page, status, card_id }: GiftCardListQuery,
  { showsCustomers }: { showsCustomers: boolean },
): Promise<GiftCardList> {
  if ((await db().giftCardBatch.count({ where: { id: batchId } })) === 0) throw notFound("gift_card_batch");
  const where = { batchId, ...(status ? { status } : {}), ...(card_id ? { id: card_id } : {}) };
  const [total, rows] = await Promise.all([
    db().giftCard.count({ where }),
    db().giftCard.findMany({
      where,
      orderBy: { id: "asc" },
      ...pageSlice({ page, per_page }),
      include: { redeemedBy: { select: { email: true } } },
      omit: { codeSealed: false, codeHash: false },
    }),
  ]);
  return {
    gift_cards: rows.map((row) => ({
      id: row.id,
      masked_code: maskGiftCardCode(openGiftCardCode(row.codeSealed, row.codeHash)),
      status: row.status,
      amount: toMoney(row.amountCents),
      redeemed_by: showsCustomers ? (row.redeemedBy?.email ?? null) : null,
      redeemed_at: toTimeOrNull(row.redeemedAt),
      expires_at: toTimeOrNull(row.expiresAt),
    })),
    total,
    page,
    per_page,
  };
}
