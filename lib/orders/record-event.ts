import { now } from "../core/clock";
import type { Tx } from "../db/transaction";

export type OrderEventKind =
  | "created"
  | "paid"
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
  | "secret_replaced"
  | "email_changed"
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
  await tx.$executeRaw`
    INSERT INTO order_events (order_id, kind, actor, data, created_at)
    VALUES (${event.orderId}, ${event.kind}, ${event.actor}, ${JSON.stringify(event.data ?? {})}::jsonb, ${now()}::timestamptz)`;
}
