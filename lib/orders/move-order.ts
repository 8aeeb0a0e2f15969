import { now } from "../core/clock";
import type { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import {
  type FulfillmentStatus,
  orderSources,
  type PaymentStatus,
  paidOrderStatus,
  paymentSources,
} from "./state";

export type OrderMove =
  | { to: "paid" }
  | { to: "expired" | "canceled" }
  /** What its items are together, of an order that was paid. */
  | { to: "fulfillment"; payment: PaymentStatus; fulfillment: FulfillmentStatus }
  | {
      to: "partially_refunded" | "refunded";
      refundedCents: bigint;
      fulfillment: FulfillmentStatus;
    };

interface OrderUpdate {
  where: Prisma.OrderWhereInput;
  data: Prisma.OrderUpdateManyMutationInput;
}

function updateOf(move: OrderMove): OrderUpdate {
  switch (move.to) {
    case "paid":
      return {
        where: { paymentStatus: { in: paymentSources("paid") }, status: { in: orderSources("paid") } },
        data: { paymentStatus: "paid", status: "paid", paidAt: now(), closedAt: null },
      };
    case "expired":
      return {
        where: { status: { in: orderSources("expired") }, expireAt: { lte: now() } },
        data: { status: "expired", closedAt: now() },
      };
    case "canceled":
      return {
        where: { status: { in: orderSources("canceled") } },
        data: { status: "canceled", closedAt: now() },
      };
    case "fulfillment": {
      const { payment, fulfillment } = move;
      const status = paidOrderStatus(payment, fulfillment);
      return {
        where: {
          paymentStatus: { equals: payment, not: "unpaid" },
          status: { in: [status, ...orderSources(status)] },
        },
        data: {
          fulfillmentStatus: fulfillment,
          status,
          ...(fulfillment === "ready" ? { deliveredAt: now() } : {}),
        },
      };
    }
    default: {
      const { to, refundedCents, fulfillment } = move;
      const status = paidOrderStatus(to, fulfillment);
      return {
        where: {
          paymentStatus: { in: paymentSources(to) },
          status: { in: [status, ...orderSources(status)] },
        },
        data: {
          paymentStatus: to,
          fulfillmentStatus: fulfillment,
          status,
          refundedCents: { increment: refundedCents },
        },
      };
    }
  }
}

/**
 * The one way in which an order changes its states: a conditional update along the tables of lib/orders/state.ts (C20). The
 * usual order is paid and delivered by the statement in lib/checkout/sql/pay-and-deliver.ts, whose moves a test compares with them.
 * @returns false when the order is in a state that does not lead there
 */
export async function moveOrder(tx: Tx, orderId: number, move: OrderMove): Promise<boolean> {
  const { where, data } = updateOf(move);
  data.updatedAt = now();
  const { count } = await tx.order.updateMany({ where: { id: orderId, ...where }, data });
  return count === 1;
}
