import { type AdminActor, actorName, type ClientInfo } from "../../accounts/actor";
import { recordAudit } from "../../accounts/record-audit";
import { addSeconds, now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { refusal } from "../../core/refusals/refusal";
import { inTransaction } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";
import { resumeItem } from "../../orders/complete-item";
import { lockPurchase } from "./apply-upstream";
import { renewPurchase } from "./prepare-purchases";

const leaseSeconds = 60;

/** The operator's button: an open purchase is looked at now; a failed one is paid again or ordered anew while its buyer still waits. */
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
    const nextPollAt = addSeconds(now(), leaseSeconds);
    if (purchase.status === "paying" || purchase.status === "held") {
      await tx.purchase.update({ where: { id: purchaseId }, data: { nextPollAt } });
      const kind = purchase.status === "held" ? "purchase.poll" : "purchase.pay";
      await enqueue(tx, kind, { purchaseId }, { jobKey: `purchase:${purchaseId}` });
      return;
    }
    if (purchase.status !== "failed" && purchase.status !== "refunded") {
      throw new AppError("state_conflict", refusal("purchase_status", { status: purchase.status }));
    }
    if (!(await resumeItem(tx, { orderItemId: purchase.orderItemId, actor: actorName(actor) }))) {
      throw new AppError("state_conflict", "purchase_not_needed");
    }
    // It may have been paid without our hearing of it: under its own number it is paid once.
    if (purchase.status === "failed" && purchase.paymentRef !== null) {
      await tx.purchase.update({
        where: { id: purchaseId },
        data: { status: "paying", pollCount: 0, nextPollAt },
      });
      await enqueue(tx, "purchase.pay", { purchaseId }, { jobKey: `purchase:${purchaseId}` });
      return;
    }
    const fresh = await renewPurchase(tx, purchase, "Tried again by hand");
    if (fresh === null) throw new AppError("state_conflict", "too_many_retries");
    await tx.purchase.update({ where: { id: fresh }, data: { status: "paying", nextPollAt } });
    await enqueue(tx, "purchase.pay", { purchaseId: fresh }, { jobKey: `purchase:${fresh}` });
  });
}
