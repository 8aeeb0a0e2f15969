import type { Tx } from "../db/transaction";
import { insertOrderEvent } from "./sql/order-rows";

export type OrderEventKind =
  | "created"
  | "paid"
  | "payment_confirmed"
  | "paid_late"
  | "overpaid"
  | "delivered"
  | "processing"
  | "held"
  | "released"
  | "delivery_failed"
  | "canceled"
  | "expired"
  | "refunded"
  | "refund_paid"
  | "refund_failed"
  | "secret_replaced"
  | "email_changed"
  | "adopted"
  | "problem"
  | "disputed"
  | "dispute_closed"
  | "answered"
  | "note";

/** A line of the order's time line. `data` never holds a key. */
export async function recordEvent(
  tx: Tx,
  event: {
    orderId: number;
    kind: OrderEventKind;
    actor: string;
    data?: Record<string, string | number | null>;
  },
): Promise<void> {
  await insertOrderEvent(tx, { ...event, data: JSON.stringify(event.data ?? {}) });
}
