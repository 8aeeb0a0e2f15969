import { type AdminActor, actorName, type ClientInfo } from "../../../accounts/actor";
import { recordAudit } from "../../../accounts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { refusal } from "../../../core/refusals/refusal";
import { inTransaction } from "../../../db/transaction";
import { resumeItem } from "../../../orders/complete-item";
import { reorderPurchase } from "./create";
import { lockPurchase } from "./move";
import { enqueueStep, startPaying } from "./schedule";
import { isActive } from "./state";

const leaseSeconds = 60;

/** The operator's button: polls an open purchase now, and pays a failed one again or orders it again while its buyer waits. */
export async function retryPurchase(
  actor: AdminActor,
  client: ClientInfo,
  purchaseId: number,
): Promise<void> {
  await inTransaction(async (tx) => {
    if (!(await tx.purchase.findUnique({ where: { id: purchaseId }, select: { id: true } })))
      throw notFound("purchase");
    const purchase = await lockPurchase(tx, purchaseId);
    await recordAudit(tx, actor, client, {
      action: "purchase.retry",
      target: `purchase:${purchase.downstreamOrderNo}`,
      data: {},
    });
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
    if ((await reorderPurchase(tx, purchase, "Tried again by hand")) === null)
      throw new AppError("state_conflict", "too_many_retries");
  });
}
