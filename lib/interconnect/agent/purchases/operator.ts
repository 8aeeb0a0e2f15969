import { type AdminActor, actorName, type ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { problem, refusal } from "../../../core/refusals/refusal";
import { inTransaction } from "../../../db/transaction";
import { resumeItem } from "../../../orders/deliver/complete-item";
import { reorderPurchase } from "./create";
import { lockPurchase } from "./move";
import { enqueueStep, startPaying } from "./schedule";
import { isActive } from "./state";

const leaseSeconds = 60;

/**
 * The operator's button: polls an open purchase now, and pays a failed one again or orders it again while its buyer waits.
 * `takesRepeats`: goods that came before are handed over this time.
 */
export async function retryPurchase(
  actor: AdminActor,
  client: ClientInfo,
  purchaseId: number,
  { takesRepeats = false }: { takesRepeats?: boolean } = {},
): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await tx.purchase.findUnique({ where: { id: purchaseId }, select: { id: true } })))
      throw notFound("purchase");
    const purchase = await lockPurchase(tx, purchaseId);
    await recordAudit(tx, actor, client, {
      action: takesRepeats ? "purchase.accept" : "purchase.retry",
      target: `purchase:${purchase.downstreamOrderNo}`,
      data: {},
    });
    if (takesRepeats) {
      if (purchase.question !== "repeat")
        throw new AppError("state_conflict", refusal("purchase_status", { status: purchase.status }));
      await tx.purchase.update({ where: { id: purchaseId }, data: { takesRepeats: true } });
    }
    if (isActive(purchase.status)) {
      const nextPollAt = addSeconds(now(), leaseSeconds);
      await tx.purchase.update({ where: { id: purchaseId }, data: { nextPollAt } });
      return enqueueStep(tx, purchase);
    }
    if (purchase.status !== "failed" && purchase.status !== "refunded") {
      throw new AppError("state_conflict", refusal("purchase_status", { status: purchase.status }));
    }
    if (!(await resumeItem(tx, { orderItemId: purchase.orderItemId, actor: actorName(actor) }))) {
      throw new AppError("state_conflict", "purchase_not_needed");
    }
    // It may have been paid without our hearing of it: under its own number it is paid once.
    if (purchase.status === "failed" && purchase.paymentRef !== null) return startPaying(tx, purchase);
    if ((await reorderPurchase(tx, purchase, problem("tried_again"))) === null)
      throw new AppError("state_conflict", "too_many_retries");
  });
}

/**
 * The answer of a person to the question whether an order may have been paid at the main site: another one is ordered and paid.
 * What the former one delivers all the same is told and not handed over.
 */
export async function reorderByHand(
  actor: AdminActor,
  client: ClientInfo,
  purchaseId: number,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await tx.purchase.findUnique({ where: { id: purchaseId }, select: { id: true } })))
      throw notFound("purchase");
    const purchase = await lockPurchase(tx, purchaseId);
    if (!isActive(purchase.status) && purchase.status !== "failed")
      throw new AppError("state_conflict", refusal("purchase_status", { status: purchase.status }));
    await recordAudit(tx, actor, client, {
      action: "purchase.reorder",
      target: `purchase:${purchase.downstreamOrderNo}`,
      data: {},
    });
    const isWanted =
      isActive(purchase.status) ||
      (await resumeItem(tx, { orderItemId: purchase.orderItemId, actor: actorName(actor) }));
    if (!isWanted) throw new AppError("state_conflict", "purchase_not_needed");
    if ((await reorderPurchase(tx, purchase, problem("ordered_again"))) === null)
      throw new AppError("state_conflict", "too_many_retries");
  });
}
