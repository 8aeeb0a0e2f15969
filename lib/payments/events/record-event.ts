import { now } from "../../core/clock";
import type { Reader } from "../../db/transaction";
import { insertAcceptedEvent } from "../sql";
import type { notificationVerdicts } from "../state";

export interface PaymentEventInput {
  channelId: number | null;
  paymentId: number | null;
  source: "notification" | "query" | "operator";
  verdict: (typeof notificationVerdicts)[number];
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
  event: PaymentEventInput & { verdict: Exclude<PaymentEventInput["verdict"], "accepted"> },
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
  return insertAcceptedEvent(writer, { ...row(event), dedupeKey });
}
