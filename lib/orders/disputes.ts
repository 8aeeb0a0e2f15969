import { disputeReason } from "../core/refusals/noted";
import { memberOf } from "../core/shapes/records";
import type { Reader, Tx } from "../db/transaction";
import { freezeDelivery } from "../fulfillment/hand-over";
import { askAgainForOrder } from "../fulfillment/kinds/dynamic/ask-again";
import { enqueue } from "../jobs/enqueue";
import { endAlert, raiseAlert } from "../notifications/alerts/raise-alert";
import type { DisputeState } from "./disputes/schema";
import { recordEvent } from "./record-event";
import { settleReviews } from "./reviews/settle-reviews";

/** A buyer asks their bank or the gateway for the money back, past the shop. */
export interface DisputeReport {
  /** The gateway's own number of it. */
  disputeNo: string;
  state: DisputeState;
  /** With its currency, as a person reads it. */
  amount: string;
  /** The gateway's own word. */
  reason: string;
  /** Until when the gateway wants an answer. */
  dueAt: Date | null;
}

interface DisputeEvent {
  kind: string;
  data: unknown;
}

const disputeKinds = ["disputed", "dispute_closed"] as const;

const textOf = ({ data }: DisputeEvent, name: string): string | null => {
  const value = memberOf(data, name);
  return typeof value === "string" ? value : null;
};

const numbersOf = (events: readonly DisputeEvent[], kind: (typeof disputeKinds)[number]): (string | null)[] =>
  events.filter((event) => event.kind === kind).map((event) => textOf(event, "dispute"));

export interface OpenDispute {
  disputeNo: string;
  amount: string | null;
  reason: string | null;
  dueAt: string | null;
}

/** Out of an order's time line, which nobody can change: what was opened and not closed. */
export function openDisputes(events: readonly DisputeEvent[]): OpenDispute[] {
  const closed = new Set(numbersOf(events, "dispute_closed"));
  return events.flatMap((event) => {
    const disputeNo = textOf(event, "dispute");
    if (event.kind !== "disputed" || disputeNo === null || closed.has(disputeNo)) return [];
    const [amount, reason, dueAt] = ["disputed_amount", "reason", "due_at"].map((name) =>
      textOf(event, name),
    );
    return [{ disputeNo, amount: amount ?? null, reason: reason ?? null, dueAt: dueAt ?? null }];
  });
}

function areFrozenBy(events: readonly DisputeEvent[]): boolean {
  const isLost = events.some(
    (event) => event.kind === "dispute_closed" && textOf(event, "outcome") === "lost",
  );
  return isLost || openDisputes(events).length > 0;
}

const readDisputeEvents = (
  reader: Reader,
  orderId: number,
): Promise<(DisputeEvent & { createdAt: Date })[]> =>
  reader.orderEvent.findMany({
    where: { orderId, kind: { in: [...disputeKinds] } },
    orderBy: { id: "asc" },
    select: { kind: true, data: true, createdAt: true },
  });

/** While it lasts nothing goes back or out by hand: the money may be taken a second time. */
export const isDisputed = async (reader: Reader, orderId: number): Promise<boolean> =>
  openDisputes(await readDisputeEvents(reader, orderId)).length > 0;

/**
 * Whether nothing may be delivered by itself: the money is asked back, or a lost dispute took it. Asked with the order's row locked, so
 * that a dispute that arrives meanwhile is booked before or after the delivery, and never beside it.
 */
export const isDeliveryFrozen = async (reader: Reader, orderId: number): Promise<boolean> =>
  areFrozenBy(await readDisputeEvents(reader, orderId));

/** When the goods of an order were taken away for a dispute; the last time lasts while `until` is null. */
export async function findFrozenTimes(
  reader: Reader,
  orderId: number,
): Promise<{ from: Date; until: Date | null }[]> {
  const events = await readDisputeEvents(reader, orderId);
  const times: { from: Date; until: Date | null }[] = [];
  for (const [index, { createdAt }] of events.entries()) {
    const isFrozen = areFrozenBy(events.slice(0, index + 1));
    const last = times.at(-1);
    const isOpen = last?.until === null;
    if (isFrozen && !isOpen) times.push({ from: createdAt, until: null });
    if (!isFrozen && isOpen) last.until = createdAt;
  }
  return times;
}

/** A won dispute lets go what waited meanwhile, for stock or for the seller's server. */
async function resumeDelivery(tx: Tx, orderId: number): Promise<void> {
  // The reminder of a license that ends was not sent while the order was disputed. One that was is not sent again.
  await tx.license.updateMany({
    where: { orderItem: { orderId }, remindedOf: { not: null } },
    data: { remindedOf: null },
  });
  const waiting = await tx.orderItem.findMany({
    where: { orderId, fulfillment: { status: "failed" } },
    distinct: ["skuId"],
    select: { skuId: true },
  });
  for (const { skuId } of waiting)
    await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
  await askAgainForOrder(tx, orderId);
}

/** Stops a buyer's further reading with their dispute, until it is won. */
async function freezeItems(tx: Tx, orderId: number): Promise<void> {
  const items = await tx.orderItem.findMany({
    where: { orderId, fulfillers: { isEmpty: false } },
    include: { fulfillment: { select: { id: true } } },
  });
  if (items.length === 0) return;
  const isFrozen = await isDeliveryFrozen(tx, orderId);
  for (const { fulfillment, ...item } of items)
    if (fulfillment) await freezeDelivery(tx, { ...item, fulfillmentId: fulfillment.id }, isFrozen);
}

const alertKey = (orderNo: string, disputeNo: string) => `payment.disputed:${orderNo}:${disputeNo}`;

/**
 * Books what is said of a dispute, once: gateways repeat themselves, and tell in another order. The caller has locked the order.
 * @returns whether it was new.
 */
export async function noteDispute(
  tx: Tx,
  { id: orderId, orderNo }: { id: number; orderNo: string },
  report: DisputeReport,
  actor: string,
): Promise<boolean> {
  const { disputeNo, state, amount, reason } = report;
  const events = await readDisputeEvents(tx, orderId);
  const isClosed = numbersOf(events, "dispute_closed").includes(disputeNo);
  const isOpen = state === "open";
  if (isClosed || (isOpen && numbersOf(events, "disputed").includes(disputeNo))) return false;
  const dueAt = report.dueAt?.toISOString() ?? null;
  await recordEvent(tx, {
    orderId,
    kind: isOpen ? "disputed" : "dispute_closed",
    actor,
    data: {
      dispute: disputeNo,
      disputed_amount: amount,
      reason,
      ...(isOpen ? { due_at: dueAt } : { outcome: state }),
    },
  });
  await freezeItems(tx, orderId);
  await settleReviews(tx, orderId, await isDeliveryFrozen(tx, orderId));
  if (!isOpen) await endAlert(tx, alertKey(orderNo, disputeNo));
  if (state === "won") {
    await resumeDelivery(tx, orderId);
    return true;
  }
  await raiseAlert(tx, {
    kind: isOpen ? "payment.disputed" : "payment.dispute_lost",
    data: {
      orderNo,
      amount,
      reason: disputeReason(reason),
      disputeNo,
      dueAt: dueAt?.slice(0, 16).replace("T", " ") ?? "",
    },
    reference: orderNo,
    dedupeKey: isOpen ? alertKey(orderNo, disputeNo) : `payment.dispute_lost:${orderNo}:${disputeNo}`,
  });
  return true;
}
