import { now } from "../core/clock";
import type { Tx } from "../db/transaction";

export interface NewAlert {
  /** `noun.problem`, as in `payment.overpaid`. */
  kind: string;
  /** One sentence for the operator. */
  message: string;
  /** What to look up: an order number, a product id. */
  reference?: string;
  /** A repeated event counts up one alert instead of adding another. Default: kind and reference. */
  dedupeKey?: string;
}

/** A resolved alert that comes again is open again. */
export async function raiseAlert(tx: Tx, alert: NewAlert): Promise<void> {
  const at = now();
  const { kind, message, reference } = alert;
  const dedupeKey = alert.dedupeKey ?? `${kind}:${reference ?? ""}`;
  await tx.alert.upsert({
    where: { dedupeKey },
    create: { kind, message, reference: reference ?? null, dedupeKey, createdAt: at, lastSeenAt: at },
    update: { message, count: { increment: 1 }, lastSeenAt: at, resolvedAt: null },
  });
}

/** What it was about is over. */
export async function endAlert(tx: Tx, dedupeKey: string): Promise<void> {
  await tx.alert.updateMany({ where: { dedupeKey, resolvedAt: null }, data: { resolvedAt: now() } });
}

export const alertOfFailedMail = (tx: Tx, mailId: number, error: string): Promise<void> =>
  raiseAlert(tx, {
    kind: "mail.failed",
    message: `Mails cannot be sent: ${error}`,
    dedupeKey: "mail.failed",
    reference: String(mailId),
  });
