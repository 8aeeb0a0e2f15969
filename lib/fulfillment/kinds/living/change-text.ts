import { type AdminActor, actorName, type ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { checkSaved } from "../../../catalogue/admin/save-product";
import { lockProduct } from "../../../catalogue/admin/update-product";
import { requireNoBundle } from "../../../catalogue/bundles/bundle-rules";
import { now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { inTransaction, type Tx } from "../../../db/transaction";
import { enqueue } from "../../../jobs/enqueue";
import { endAlert } from "../../../notifications/alerts/raise-alert";
import { tellReaders } from "./living";
import { oldTextAlertKey } from "./remind-of-old-texts";
import type { LivingTextBody } from "./schema";
import { openLivingText, sealLivingText } from "./seal-text";

/** With its first text an option delivers it, also to orders that waited for one. */
async function startDelivery(tx: Tx, { id, productId, fulfillers }: StartedSku): Promise<void> {
  if (!fulfillers.includes("living"))
    await tx.sku.update({
      where: { id },
      data: { fulfillers: [...fulfillers, "living"], updatedAt: now() },
    });
  await checkSaved(tx, productId);
  await enqueue(tx, "order.redeliver", { skuId: id }, { jobKey: `order.redeliver:${id}` });
}

interface StartedSku {
  id: number;
  productId: number;
  fulfillers: readonly string[];
}

/**
 * Writes what all buyers read from now on, however many they are, in one row; a job tells them. The same text again changes
 * nothing. @throws AppError `not_found`, `state_conflict`
 */
export async function changeText(
  actor: AdminActor,
  client: ClientInfo,
  skuId: number,
  { content, note, after }: LivingTextBody,
): Promise<{ number: number; changed: boolean }> {
  return inTransaction(async (tx) => {
    const found = await tx.sku.findFirst({
      where: { id: skuId, source: "local" },
      select: { productId: true },
    });
    if (!found) throw notFound("option");
    await lockProduct(tx, found.productId);
    const sku = await tx.sku.findUniqueOrThrow({ where: { id: skuId } });
    requireNoBundle(sku);
    const newest = await tx.livingText.findFirst({
      where: { skuId },
      orderBy: { number: "desc" },
      omit: { contentSealed: false },
    });
    const last = newest?.number ?? 0;
    if (after !== undefined && after !== last)
      throw new AppError("state_conflict", "changed_by_other", { field: "content" });
    if (newest && openLivingText(skuId, last, newest.contentSealed) === content)
      return { number: last, changed: false };
    const number = last + 1;
    await tx.livingText.create({
      data: {
        skuId,
        number,
        contentSealed: sealLivingText(skuId, number, content),
        note: note ?? "",
        createdBy: actorName(actor),
        createdAt: now(),
      },
    });
    if (newest) await tellReaders(tx, skuId);
    else await startDelivery(tx, sku);
    await endAlert(tx, oldTextAlertKey(skuId));
    await recordAudit(tx, actor, client, {
      action: "sku.living_text",
      target: `sku:${skuId}`,
      data: { number, note: note ?? "" },
    });
    return { number, changed: true };
  });
}
