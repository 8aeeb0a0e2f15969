import type { Told } from "../core/refusals/refusal";
import type { Tx } from "../db/transaction";
import { writeOrderChange } from "./sql/order-change";

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
  | "gift_changed"
  | "gift_opened"
  | "adopted"
  | "problem"
  | "problem_closed"
  | "disputed"
  | "dispute_closed"
  | "answered"
  | "reviewed"
  | "note";

/** A line of the order's time line. `data` never holds a key. */
export interface NewEvent {
  kind: OrderEventKind;
  actor: string;
  data?: Record<string, string | number | null | Told>;
}

export async function recordEvent(
  tx: Tx,
  { orderId, kind, actor, data = {} }: NewEvent & { orderId: number },
): Promise<void> {
  await writeOrderChange(tx, orderId, { events: [{ kind, actor, data }] });
}
