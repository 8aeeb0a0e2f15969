import { addSeconds, now } from "../../core/clock";
import type { Tx } from "../../db/transaction";

/** An attempt belongs to its process for this long. */
export const leaseSeconds = 60;
const maxInFlight = 2;

/** The receiver has as many calls under way as it may: this one waits. */
export class BusyReceiver extends Error {}

/**
 * Two at a time for a receiver, of all processes together: an attempt without an outcome is under way until its lease ends.
 * The lock on the site lets claims for it count one after the other. @throws BusyReceiver
 */
export async function checkInFlight(tx: Tx, callbackId: number): Promise<void> {
  const since = addSeconds(now(), -leaseSeconds);
  await tx.$queryRaw`
    SELECT s.id FROM sites s JOIN callbacks c ON c.site_id = s.id WHERE c.id = ${callbackId} FOR NO KEY UPDATE OF s`;
  const [row] = await tx.$queryRaw<{ running: number }[]>`
    SELECT count(*)::int AS running FROM callback_attempts a JOIN callbacks c ON c.id = a.callback_id
    WHERE a.http_status IS NULL AND a.error IS NULL AND a.created_at > ${since}
      AND c.site_id = (SELECT site_id FROM callbacks WHERE id = ${callbackId})`;
  if ((row?.running ?? 0) >= maxInFlight) throw new BusyReceiver();
}
