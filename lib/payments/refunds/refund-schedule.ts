import { addSeconds, now } from "../../core/clock";
import type { Tx } from "../../db/transaction";
import { enqueue } from "../../jobs/enqueue";

/** Seconds until the gateway is asked again what became of a refund; then every hour. */
const waits = [20, 60, 300, 900];
const hour = 3_600;

export const nextAskAt = (askedCount: number): Date => addSeconds(now(), waits[askedCount] ?? hour);

export const enqueueRefund = (tx: Tx, refundId: number, runAt: Date = now()) =>
  enqueue(tx, "refund.send", { refundId }, { runAt, jobKey: `refund.send:${refundId}` });
