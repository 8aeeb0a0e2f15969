import { addSeconds, now } from "../../../core/clock";
import { formatMoney, nameAmount } from "../../../core/money";
import { note, noteOrNull } from "../../../core/refusals/noted";
import { type Problem, problem } from "../../../core/refusals/refusal";
import { Prisma } from "../../../db/generated/client";
import type { Tx } from "../../../db/transaction";
import { completeItemDelivery, failItem, isItemFrozen } from "../../../orders/deliver/complete-item";
import { replaceItemContent } from "../../../orders/deliver/replace-content";
import { alertNamingOrders, alertOf } from "./ask";
import { areOwnUnits, contentOf, type Goods, goodsHash, goodsProblem, unitsOf } from "./goods";
import { type LockedPurchase, movePurchase } from "./move";
import { enqueueQueuedStep, pollWait } from "./schedule";
import { isActive, openStatuses } from "./state";
import { type AnsweredOtherwise, answeredOf } from "./terms";

const actorOf = (purchase: LockedPurchase) => `connection:${purchase.connectionId}`;

const alertTwice = (tx: Tx, purchase: LockedPurchase) => alertOf(tx, "purchase.twice", purchase);

/** Another purchase is open or done for the same item: the failed one needs nothing more. */
async function isReplaced(tx: Tx, { id, orderItemId }: LockedPurchase): Promise<boolean> {
  const others = { orderItemId, id: { not: id }, status: { in: [...openStatuses] } };
  return (await tx.purchase.count({ where: others })) > 0;
}

const keepAnswered = (tx: Tx, { id }: LockedPurchase, answered: AnsweredOtherwise) =>
  tx.purchase.update({ where: { id }, data: { answered } });

/**
 * `ready` without the goods, with fewer keys than were bought or with keys that came before, delivers nothing: the purchase stays
 * open and is read again, and the operator is told.
 */
async function refuseGoods(tx: Tx, purchase: LockedPurchase, goods: Goods): Promise<boolean> {
  if (purchase.status === "superseded" || purchase.status === "refunded") return false;
  const found = await goodsProblem(tx, purchase, goods);
  if (found === null) return false;
  const { problem: reason, isRepeat } = found;
  if (isRepeat) await keepAnswered(tx, purchase, { units: unitsOf(goods, purchase.quantity).length });
  const question = isRepeat ? "repeat" : null;
  if (isActive(purchase.status)) await applyWaiting(tx, purchase, { reason, question });
  else if (purchase.status === "failed")
    await tx.purchase.update({ where: { id: purchase.id }, data: { question, lastError: note(reason) } });
  await alertOf(tx, isRepeat ? "purchase.repeated" : "purchase.incomplete", purchase, { reason });
  return true;
}

/** The goods are here, by answer, callback or poll: whichever comes first delivers, and only it. */
export async function applyReady(
  tx: Tx,
  purchase: LockedPurchase,
  goods: Goods,
  { isRead = false }: { isRead?: boolean } = {},
): Promise<boolean> {
  if (purchase.status === "delivered") return judgeOtherGoods(tx, purchase, goods, isRead);
  if (purchase.stopped !== null) return false;
  if (await isReplaced(tx, purchase)) {
    await movePurchase(tx, purchase.id, "superseded");
    await alertTwice(tx, purchase);
    return false;
  }
  if (await refuseGoods(tx, purchase, goods)) return false;
  // Read again by the schedule: a won dispute lets it through.
  const isOpen = isActive(purchase.status) || purchase.status === "failed";
  if (isOpen && (await isItemFrozen(tx, purchase.orderItemId))) {
    await applyWaiting(tx, purchase, { reason: problem("disputed_not_delivered") });
    return false;
  }
  const at = now();
  const change = {
    paidAt: purchase.paidAt ?? at,
    deliveredAt: at,
    lastError: null,
    answered: Prisma.DbNull,
    goodsHash: goodsHash(goods),
  };
  if (!(await movePurchase(tx, purchase.id, "delivered", change))) {
    if (purchase.status === "superseded") await alertTwice(tx, purchase);
    return false;
  }
  const isHandedOver = await completeItemDelivery(tx, {
    orderItemId: purchase.orderItemId,
    content: contentOf(goods),
    actor: actorOf(purchase),
  });
  if (!isHandedOver) {
    await alertOf(tx, "purchase.unused", purchase);
  }
  return true;
}

/**
 * C166: goods were taken, and what comes without being called a change differs from them: nothing is replaced before a person says so.
 * A main site whose order is read with the former goods again is believed; a callback of them may be a late repeat.
 */
async function judgeOtherGoods(
  tx: Tx,
  purchase: LockedPurchase,
  goods: Goods,
  isRead: boolean,
): Promise<boolean> {
  const { id, goodsHash: taken, stopped } = purchase;
  if (taken === null || goods.payload.trim() === "") return false;
  const hash = goodsHash(goods);
  const hex = Buffer.from(hash).toString("hex");
  if (Buffer.compare(hash, taken) === 0) {
    const isOver = isRead && stopped === "changed";
    if (isOver) await tx.purchase.update({ where: { id }, data: unstopped });
    return false;
  }
  if (purchase.takesChange) return applyChanged(tx, purchase, goods);
  const isKnown = answeredOf(purchase.answered)?.goods === hex;
  if (isKnown || (await areOwnUnits(tx, purchase, goods))) return false;
  const reason = problem("delivered_other_goods");
  const answered = { units: unitsOf(goods, purchase.quantity).length, goods: hex };
  await tx.purchase.update({
    where: { id },
    data: { stopped: "changed", answered, lastError: note(reason) },
  });
  await alertOf(tx, "purchase.changed", purchase, { reason });
  return false;
}

const unstopped = { stopped: null, answered: Prisma.DbNull, takesChange: false, lastError: null };

/** Another content for what was delivered. */
export async function applyChanged(tx: Tx, purchase: LockedPurchase, goods: Goods): Promise<boolean> {
  if (purchase.status !== "delivered") return applyReady(tx, purchase, goods);
  if (await refuseGoods(tx, purchase, goods)) return false;
  await tx.purchase.update({
    where: { id: purchase.id },
    data: { ...unstopped, goodsHash: goodsHash(goods) },
  });
  return replaceItemContent(tx, {
    orderItemId: purchase.orderItemId,
    content: contentOf(goods),
    actor: actorOf(purchase),
  });
}

/** The main site took the goods back and returned our money: the operator decides about our buyer's. */
export async function applyRefunded(
  tx: Tx,
  purchase: LockedPurchase,
  refundedCents?: bigint,
): Promise<boolean> {
  const isMoved = await movePurchase(tx, purchase.id, "refunded", {
    lastError: note(problem("main_site_refunded")),
    paidAt: purchase.paidAt ?? now(),
    ...(refundedCents === undefined ? {} : { refundedCents }),
  });
  if (!isMoved) return false;
  if (purchase.status !== "delivered") {
    await failItem(tx, {
      orderItemId: purchase.orderItemId,
      reason: problem("main_site_refunded"),
      actor: actorOf(purchase),
    });
  }
  await alertOf(tx, "purchase.refunded", purchase);
  return true;
}

/** The main site returned a part of our money and left the goods: each sum is told once, and the largest is the newest. */
export async function applyPartlyRefunded(
  tx: Tx,
  purchase: LockedPurchase,
  refundedCents: bigint,
): Promise<boolean> {
  const { count } = await tx.purchase.updateMany({
    where: { id: purchase.id, status: { not: "refunded" }, refundedCents: { lt: refundedCents } },
    data: { refundedCents },
  });
  if (count === 0) return false;
  const amount = formatMoney(refundedCents);
  await alertOf(tx, "purchase.partly_refunded", purchase, {
    amount: purchase.currency ? nameAmount(amount, purchase.currency) : amount,
  });
  return true;
}

/** A definite no: the item fails, the operator is told, and the refund is one click away (C63). */
export async function applyFailed(tx: Tx, purchase: LockedPurchase, reason: Problem): Promise<void> {
  // Money that may be there stays a question.
  const question = purchase.paymentRef === null ? null : "paid";
  if (!(await movePurchase(tx, purchase.id, "failed", { question, lastError: note(reason) }))) return;
  await failItem(tx, {
    orderItemId: purchase.orderItemId,
    reason: problem("supplier_cannot_deliver"),
    actor: actorOf(purchase),
  });
  await alertNamingOrders(tx, "purchase.failed", purchase, reason);
}

/** Paid there, and the goods are still to come: looked at again by the schedule of C63. */
export async function applyWaiting(
  tx: Tx,
  purchase: LockedPurchase,
  { reason = null, question = null }: { reason?: Problem | null; question?: "paid" | "repeat" | null } = {},
): Promise<void> {
  // Until now `pollCount` counted the attempts to pay; the polls are counted from zero.
  const polls = purchase.status === "awaiting_goods" ? purchase.pollCount : 0;
  const nextPollAt = addSeconds(now(), pollWait(polls));
  const paidAt = purchase.paidAt ?? now();
  const change = { paidAt, nextPollAt, pollCount: polls + 1, lastError: noteOrNull(reason), question };
  const isMoved = await movePurchase(tx, purchase.id, "awaiting_goods", change);
  const { count } = isMoved
    ? { count: 1 }
    : await tx.purchase.updateMany({ where: { id: purchase.id, status: "awaiting_goods" }, data: change });
  if (count === 1) await enqueueQueuedStep(tx, { ...purchase, status: "awaiting_goods" }, nextPollAt);
}

/**
 * The main site may have booked our payment and does not say so: nothing else is ordered. A person is asked, with every order
 * that was placed; until then the same payment is reported again and the same order is read again (C79).
 */
export async function askWhetherPaid(
  tx: Tx,
  purchase: LockedPurchase,
  reason: Problem,
  state: string,
): Promise<void> {
  const isPaidThere = purchase.status === "awaiting_goods";
  if (isPaidThere) await applyWaiting(tx, purchase, { reason, question: "paid" });
  await tx.purchase.update({
    where: { id: purchase.id },
    data: { ...(isPaidThere ? {} : { question: "paid" }), answered: { state } },
  });
  await alertNamingOrders(tx, "purchase.doubtful", purchase, reason);
}
