import type { ConnectionActor } from "../../acts/actor";
import { addSeconds, now } from "../../core/clock";
import { AppError, notFound } from "../../core/errors";
import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import type { Goods } from "./purchases/goods";
import { type LockedPurchase, lockPurchase } from "./purchases/move";
import { applyChanged, applyPartlyRefunded, applyReady, applyRefunded } from "./purchases/outcome";
import { pingEvent, type ReceivedCallback } from "./schema";

/** Members of the call that the callback log shows; the route hands its own in. */
export interface CallbackNotes {
  event?: string;
  upstreamOrderNo?: string;
  downstreamOrderNo?: string;
  result?: "applied" | "ignored" | "ping" | "refused";
}

/** A refund that overtook the delivery hands over what it carries: the delivery is older then, and changes nothing any more. */
async function applyRefundOfPart(
  tx: Tx,
  purchase: LockedPurchase,
  refunded: bigint,
  goods: Goods | null,
): Promise<boolean> {
  const isFirst = goods !== null && purchase.status !== "delivered";
  const isDelivered = isFirst && (await applyReady(tx, purchase, goods));
  return (await applyPartlyRefunded(tx, purchase, refunded)) || isDelivered;
}

async function applyEvent(tx: Tx, purchase: LockedPurchase, callback: ReceivedCallback): Promise<boolean> {
  const { status, payload, secrets } = callback.fulfillment;
  const goods = status === "ready" && payload !== undefined ? { payload, secrets } : null;
  const refunded = callback.refunded_amount ?? undefined;
  switch (callback.event) {
    case "order.fulfilled":
      return goods ? applyReady(tx, purchase, goods) : false;
    case "order.secret_changed":
      return goods ? applyChanged(tx, purchase, goods) : false;
    case "order.refunded":
      if (status === "revoked") return applyRefunded(tx, purchase, refunded);
      return refunded === undefined ? false : applyRefundOfPart(tx, purchase, refunded, goods);
    default:
      return false;
  }
}

/** C66: a main site asks whether this is the right address. It applies nothing. */
async function acceptPing({ connectionId }: ConnectionActor): Promise<{ received: true; result: "ping" }> {
  await db().connection.updateMany({
    where: { id: connectionId, NOT: { callbackProblem: null } },
    data: { callbackProblem: null },
  });
  return { received: true, result: "ping" };
}

/** How far a main site's clock may lead: an event dated later must not hide those that follow. */
const maxLeadSeconds = 300;
const noLaterThan = (at: Date, latest: Date) => (at > latest ? latest : at);

/** C118: by the numbers that the main site gives to the events of an order; where one of the two has none, by their times. */
function isOlder(callback: ReceivedCallback, { lastEventAt, lastSequence }: LockedPurchase): boolean {
  if (lastSequence !== null && callback.sequence != null) return BigInt(callback.sequence) <= lastSequence;
  return lastEventAt !== null && callback.timestamp < lastEventAt;
}

/**
 * C60: the purchase must be this connection's and have both numbers. An event older than the newest one applied changes
 * nothing (W9), and neither does one that repeats what is known; only what was applied moves that mark. @throws AppError `not_found`
 */
export async function receiveCallback(
  actor: ConnectionActor,
  callback: ReceivedCallback,
  notes: CallbackNotes,
): Promise<{ received: true; result: "applied" | "ignored" | "ping" }> {
  notes.event = callback.event;
  if (callback.event === pingEvent) {
    notes.result = "ping";
    return acceptPing(actor);
  }
  // The secret of a code that is being claimed proves where the main site is, and nothing of our orders.
  if (actor.isPairing) throw new AppError("site_rejected", "not_authenticated");
  notes.upstreamOrderNo = callback.upstream_order_no;
  notes.downstreamOrderNo = callback.downstream_order_no;
  const found = await db().purchase.findFirst({
    where: {
      connectionId: actor.connectionId,
      upstreamOrderNo: callback.upstream_order_no,
      downstreamOrderNo: callback.downstream_order_no,
    },
    select: { id: true },
  });
  if (!found) throw notFound("order");
  const isApplied = await inTransaction(async (tx) => {
    const purchase = await lockPurchase(tx, found.id);
    if (isOlder(callback, purchase)) return false;
    if (!(await applyEvent(tx, purchase, callback))) return false;
    const lastEventAt = noLaterThan(callback.timestamp, addSeconds(now(), maxLeadSeconds));
    const lastSequence = callback.sequence ?? purchase.lastSequence;
    await tx.purchase.update({ where: { id: found.id }, data: { lastEventAt, lastSequence } });
    return true;
  });
  const result = isApplied ? "applied" : "ignored";
  notes.result = result;
  return { received: true, result };
}
