import { now } from "../core/clock";
import { sourcesIn } from "../core/shapes/moves";
import type { Tx } from "../db/transaction";
import type { NewJob } from "../jobs/sql/add-job";
import { type ItemMove, updateOfItem } from "./move-fulfillment";
import type { NewEvent } from "./record-event";
import { type OrderUpdate, writeOrderChange } from "./sql/order-change";
import {
  type FulfillmentStatus,
  orderMoves,
  type PaymentStatus,
  paidOrderStatus,
  paymentMoves,
} from "./state";

export type OrderMove =
  /** Paid, and what its items are together by then: two moves, written at once. */
  | { to: "paid"; fulfillment: FulfillmentStatus }
  | { to: "expired" | "canceled" }
  /** State of the items together, of an order that was paid. */
  | { to: "fulfillment"; payment: PaymentStatus; fulfillment: FulfillmentStatus }
  | {
      to: "partially_refunded" | "refunded";
      refundedCents: bigint;
      fulfillment: FulfillmentStatus;
    };

const staying = (status: OrderUpdate["to"]) => ({
  from: [status, ...sourcesIn(orderMoves, status)],
  to: status,
});

function updateOf(move: OrderMove): OrderUpdate {
  switch (move.to) {
    case "paid": {
      const { fulfillment } = move;
      return {
        from: sourcesIn(orderMoves, "paid"),
        to: paidOrderStatus("paid", fulfillment),
        payment: { from: sourcesIn(paymentMoves, "paid"), to: "paid" },
        fulfillment,
        isPaid: true,
        isDelivered: fulfillment === "ready",
      };
    }
    case "expired":
    case "canceled": {
      const { to } = move;
      const update = {
        from: sourcesIn(orderMoves, to),
        to,
        payment: null,
        fulfillment: null,
        isClosed: true,
      };
      return to === "expired" ? { ...update, expiredBy: now() } : update;
    }
    case "fulfillment": {
      const { payment, fulfillment } = move;
      if (payment === "unpaid") throw new Error("Only a paid order is delivered");
      return {
        ...staying(paidOrderStatus(payment, fulfillment)),
        payment: { from: [payment], to: payment },
        fulfillment,
        isDelivered: fulfillment === "ready",
      };
    }
    default: {
      const { to, refundedCents, fulfillment } = move;
      return {
        ...staying(paidOrderStatus(to, fulfillment)),
        payment: { from: sourcesIn(paymentMoves, to), to },
        fulfillment,
        refundedCents,
      };
    }
  }
}

/**
 * The one way in which an order changes its states: a conditional update along the tables of lib/orders/state.ts (C20).
 * @returns false when the order is in a state that does not lead there
 */
export const moveOrder = async (tx: Tx, orderId: number, move: OrderMove): Promise<boolean> =>
  (await writeOrderChange(tx, orderId, { update: updateOf(move) })).isMoved;

interface OrderChange {
  move: OrderMove | null;
  items: readonly ItemMove[];
  events: readonly NewEvent[];
  jobs: readonly NewJob[];
}

/** All that happens to an order that the caller has locked, by one statement. @throws Error when one of the moves is not possible */
export async function changeOrder(
  tx: Tx,
  orderId: number,
  { move, items, events, jobs }: OrderChange,
): Promise<void> {
  const update = move ? updateOf(move) : undefined;
  const written = await writeOrderChange(tx, orderId, {
    update,
    fulfillments: items.map(updateOfItem),
    events: events.map(({ kind, actor, data = {} }) => ({ kind, actor, data })),
    jobs,
  });
  if (written.isMoved !== (update !== undefined) || written.fulfillments !== items.length)
    throw new Error(`Order ${orderId} cannot become ${update?.to ?? items[0]?.to}`);
}
