import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { findSoldBundle } from "../catalogue/bundles/sql";
import { forgetGoods } from "../catalogue/finding/kept-goods";
import { lockProductRow, lockSkuRows } from "../catalogue/sql/products";
import { now } from "../core/clock";
import { db } from "../db/client";
import { inTransaction, type Tx } from "../db/transaction";
import { findSampleMark, type SampleMark } from "../payments/test-gateway/availability";

/** Orders name it, agent sites know it, or a bundle holds it: it can leave the shelf, and not the books. */
async function isInUse(tx: Tx, productId: number): Promise<boolean> {
  const id = { select: { id: true } } as const;
  const inBundle = { OR: [{ part: { productId } }, { bundle: { productId } }] };
  const used =
    (await tx.orderItem.findFirst({ where: { productId }, ...id })) ??
    (await findSoldBundle(tx, productId)) ??
    (await tx.bundlePart.findFirst({ where: inBundle, select: { partSkuId: true } })) ??
    (await tx.site.findFirst(id));
  return used !== null;
}

/**
 * Removes the samples around the goods: only rows that the filling made, and of them only those to which nothing
 * refers.
 */
async function removeSurroundings(tx: Tx, mark: SampleMark): Promise<void> {
  await tx.post.deleteMany({ where: { id: { lte: mark.lastPostId ?? 0 } } });
  await tx.banner.deleteMany({ where: { id: { lte: mark.lastBannerId ?? 0 } } });
  await tx.coupon.deleteMany({
    where: { id: { lte: mark.lastCouponId ?? 0 }, orders: { none: {} }, uses: { none: {} } },
  });
  await tx.category.deleteMany({
    where: { id: { lte: mark.lastCategoryId ?? 0 }, products: { none: {} }, children: { none: {} } },
  });
}

/** Sample goods; one that got keys of the operator's own is the operator's. */
const samplesOf = ({ lastProductId, lastSecretId }: SampleMark) => ({
  id: { lte: lastProductId },
  skus: { none: { secrets: { some: { id: { gt: lastSecretId } } } } },
});

/** Tells whether sample goods stand on the shelf. */
export async function canRemoveSamples(): Promise<boolean> {
  const mark = await findSampleMark(db());
  if (!mark) return false;
  const left = { ...samplesOf(mark), status: { not: "archived" } } as const;
  return (await db().product.findFirst({ where: left, select: { id: true } })) !== null;
}

/**
 * Takes the sample off the shelves: goods of the operator's own, staff, settings and levels stay, and what was ordered is
 * archived. One transaction: it happens whole or not at all.
 */
export async function removeSamples(
  actor: AdminActor,
  client: ClientInfo,
): Promise<{ deleted: number; archived: number }> {
  return inTransaction(async (tx) => {
    const mark = await findSampleMark(tx);
    const removed = { deleted: 0, archived: 0 };
    if (!mark) return removed;
    const samples = () =>
      tx.product.findMany({ where: samplesOf(mark), orderBy: { id: "asc" }, select: { id: true } });
    for (const { id } of await samples()) {
      // An import or an order of another process waits here, or has come first and is seen below.
      await lockProductRow(tx, id);
      await lockSkuRows(tx, id);
    }
    const rows = await samples();
    for (const { id } of rows) {
      if (await isInUse(tx, id)) {
        await tx.product.update({ where: { id }, data: { status: "archived", updatedAt: now() } });
        removed.archived += 1;
      } else {
        await tx.secret.deleteMany({ where: { sku: { productId: id } } });
        await tx.product.delete({ where: { id } });
        removed.deleted += 1;
      }
    }
    await removeSurroundings(tx, mark);
    await recordAudit(tx, actor, client, {
      action: "product.remove_samples",
      target: `products:${rows.length}`,
      data: removed,
    });
    return removed;
  }).finally(forgetGoods);
}
