import { type AdminActor, actorName, type ClientInfo } from "../../../acts/actor";
import { recordAudit } from "../../../acts/record-audit";
import { addSeconds, now } from "../../../core/clock";
import { AppError, notFound } from "../../../core/errors";
import { problem, refusal } from "../../../core/refusals/refusal";
import { inTransaction, type Tx } from "../../../db/transaction";
import { resumeItem } from "../../../orders/deliver/complete-item";
import { reorderPurchase } from "./create";
import { type LockedPurchase, lockPurchase } from "./move";
import { askForGoods, enqueueStep, startPaying } from "./schedule";
import { isActive } from "./state";

const leaseSeconds = 60;

/** Asks the main site for an open or stopped purchase now, and pays a failed one again or orders it again while its buyer waits. */
export async function tryAgain(tx: Tx, actor: AdminActor, purchase: LockedPurchase): Promise<void> {
  const { id } = purchase;
  if (purchase.stopped === "changed") return askForGoods(tx, purchase);
  if (isActive(purchase.status)) {
    const nextPollAt = addSeconds(now(), leaseSeconds);
    await tx.purchase.update({ where: { id }, data: { nextPollAt, stopped: null } });
    return enqueueStep(tx, purchase);
  }
  if (purchase.status !== "failed" && purchase.status !== "refunded")
    throw new AppError("state_conflict", refusal("purchase_status", { status: purchase.status }));
  if (!(await resumeItem(tx, { orderItemId: purchase.orderItemId, actor: actorName(actor) })))
    throw new AppError("state_conflict", "purchase_not_needed");
  // It may have been paid without our hearing of it: under its own number it is paid once.
  if (purchase.status === "failed" && purchase.paymentRef !== null) return startPaying(tx, purchase);
  if ((await reorderPurchase(tx, purchase, problem("tried_again"))) === null)
    throw new AppError("state_conflict", "too_many_retries");
}

/** Locks a purchase, and records the act in the audit log. @throws AppError `not_found` */
export async function openPurchase(
  tx: Tx,
  actor: AdminActor,
  client: ClientInfo,
  { id, action }: { id: number; action: "retry" | "accept" | "close" | "reorder" },
): Promise<LockedPurchase> {
  if (!(await tx.purchase.findUnique({ where: { id }, select: { id: true } }))) throw notFound("purchase");
  const purchase = await lockPurchase(tx, id);
  await recordAudit(tx, actor, client, {
    action: `purchase.${action}`,
    target: `purchase:${purchase.downstreamOrderNo}`,
    data: {},
  });
  return purchase;
}

/** The operator's button. */
export const retryPurchase = (actor: AdminActor, client: ClientInfo, id: number): Promise<void> =>
  inTransaction(async (tx) =>
    tryAgain(tx, actor, await openPurchase(tx, actor, client, { id, action: "retry" })),
  );

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
    const purchase = await openPurchase(tx, actor, client, { id: purchaseId, action: "reorder" });
    if (!isActive(purchase.status) && purchase.status !== "failed")
      throw new AppError("state_conflict", refusal("purchase_status", { status: purchase.status }));
    const isWanted =
      isActive(purchase.status) ||
      (await resumeItem(tx, { orderItemId: purchase.orderItemId, actor: actorName(actor) }));
    if (!isWanted) throw new AppError("state_conflict", "purchase_not_needed");
    if ((await reorderPurchase(tx, purchase, problem("ordered_again"))) === null)
      throw new AppError("state_conflict", "too_many_retries");
  });
}
