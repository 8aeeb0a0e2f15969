import { addSeconds, now } from "../../core/clock";
import type { Tx } from "../../db/transaction";
import { countAttemptsUnderWay, lockReceiverOf } from "./sql/sites";

/** An attempt belongs to its process for this long. */
export const leaseSeconds = 60;
const maxInFlight = 2;

/** The receiver is being sent as many callbacks at once as the limit allows. */
export class BusyReceiver extends Error {}

/**
 * Two at a time for a receiver, of all processes together: an attempt without an outcome is under way until its lease ends.
 * The lock on the site lets claims for it count one after the other. @throws BusyReceiver
 */
export async function checkInFlight(tx: Tx, callbackId: number): Promise<void> {
  const since = addSeconds(now(), -leaseSeconds);
  await lockReceiverOf(tx, callbackId);
  if ((await countAttemptsUnderWay(tx, callbackId, since)) >= maxInFlight) throw new BusyReceiver();
}
