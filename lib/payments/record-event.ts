import { now } from "../core/clock";
import type { Reader } from "../db/transaction";

export interface PaymentEventInput {
  channelId: number | null;
  paymentId: number | null;
  source: "notification" | "query";
  verdict: "accepted" | "duplicate" | "refused";
  reason?: string;
  tradeNo?: string | null;
  redacted: string;
  ip: string | null;
  requestId: string | null;
}

const row = (event: PaymentEventInput) => ({
  ...event,
  reason: event.reason ?? null,
  tradeNo: event.tradeNo ?? null,
  createdAt: now(),
});

/** A message that changed nothing, kept for the operator. */
export async function recordPaymentEvent(
  writer: Reader,
  event: PaymentEventInput & { verdict: "duplicate" | "refused" },
): Promise<void> {
  await writer.paymentEvent.create({ data: row(event), select: { id: true } });
}

/**
 * The row that lets a message be accepted once: a second one for the same trade waits for the first to commit and then
 * finds the key taken. @returns false when it was accepted before.
 */
export async function acceptPaymentEvent(
  writer: Reader,
  event: PaymentEventInput,
  dedupeKey: string,
): Promise<boolean> {
  const { channelId, paymentId, source, verdict, reason, tradeNo, redacted, ip, requestId, createdAt } =
    row(event);
  const inserted = await writer.$executeRaw`
    INSERT INTO payment_events (channel_id, payment_id, source, verdict, reason, trade_no, dedupe_key, redacted, ip, request_id, created_at)
    VALUES (${channelId}, ${paymentId}, ${source}, ${verdict}, ${reason}, ${tradeNo},
      ${dedupeKey}, ${redacted}, ${ip}, ${requestId}, ${createdAt}::timestamptz)
    ON CONFLICT DO NOTHING`;
  return inserted === 1;
}
