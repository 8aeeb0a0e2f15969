import type { AdminActor, ClientInfo } from "../../../acts/actor";
import { AppError } from "../../../core/errors";
import { parseMoney } from "../../../core/money";
import { problem, refusal } from "../../../core/refusals/refusal";
import { inTransaction, type Tx } from "../../../db/transaction";
import type { LockedPurchase } from "./move";
import { openPurchase, tryAgain } from "./operator";
import { applyFailed } from "./outcome";
import { askForGoods, enqueueStep } from "./schedule";
import { isActive } from "./state";
import { answeredOf } from "./terms";

const notAsked = ({ status }: LockedPurchase) =>
  new AppError("state_conflict", refusal("purchase_status", { status }));

/** The main site's terms are agreed from now on. It is read before anything is paid: it may say others again. */
async function agree(tx: Tx, purchase: LockedPurchase): Promise<void> {
  const { id } = purchase;
  const told = answeredOf(purchase.answered);
  await tx.purchase.update({
    where: { id },
    data: {
      stopped: null,
      lastError: null,
      ...(told?.upstream_order_no === undefined ? {} : { upstreamOrderNo: told.upstream_order_no }),
      ...(told?.amount === undefined ? {} : { amountCents: parseMoney(told.amount) ?? purchase.amountCents }),
      ...(told?.currency === undefined ? {} : { currency: told.currency }),
      ...(told?.expire_at === undefined ? {} : { expireAt: new Date(told.expire_at) }),
    },
  });
  if (isActive(purchase.status)) await enqueueStep(tx, purchase);
}

/** The answer "take it as the main site says": repeated goods, other goods or other terms. @throws AppError when nothing is asked */
export async function acceptPurchase(
  actor: AdminActor,
  client: ClientInfo,
  purchaseId: number,
): Promise<void> {
  await inTransaction(async (tx) => {
    const purchase = await openPurchase(tx, actor, client, { id: purchaseId, action: "accept" });
    if (purchase.stopped === "terms") return agree(tx, purchase);
    if (purchase.stopped === "changed") {
      await tx.purchase.update({ where: { id: purchaseId }, data: { takesChange: true } });
      return askForGoods(tx, purchase);
    }
    if (purchase.question !== "repeat") throw notAsked(purchase);
    await tx.purchase.update({ where: { id: purchaseId }, data: { takesRepeats: true } });
    await tryAgain(tx, actor, purchase);
  });
}

/**
 * The answer "no": goods that were taken stay as they are; an order whose goods never came fails, so that its buyer gets another or the money
 * back. What was paid at the main site is to be asked back there.
 */
export async function closePurchase(
  actor: AdminActor,
  client: ClientInfo,
  purchaseId: number,
): Promise<void> {
  await inTransaction(async (tx) => {
    const purchase = await openPurchase(tx, actor, client, { id: purchaseId, action: "close" });
    const isAsked = purchase.stopped !== null || purchase.question !== null;
    if (!isAsked) throw notAsked(purchase);
    if (isActive(purchase.status)) await applyFailed(tx, purchase, problem("closed_by_hand"));
    await tx.purchase.update({ where: { id: purchaseId }, data: { stopped: null, question: null } });
  });
}
