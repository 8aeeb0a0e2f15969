import os from "node:os";
import { log } from "../core/process/log";
import { measureClockSkew } from "../db/clock-skew";
import { inTransaction } from "../db/transaction";
import { endAlert, raiseAlert } from "../notifications/alerts/raise-alert";

const alertSeconds = 5;
const refuseSeconds = 60;

let isAlerted = false;

async function tell(skewSeconds: number): Promise<void> {
  const host = os.hostname();
  const dedupeKey = `clock.skewed:${host}`;
  const size = Math.abs(skewSeconds);
  if (size <= alertSeconds) {
    if (isAlerted) await inTransaction((tx) => endAlert(tx, dedupeKey));
    isAlerted = false;
    return;
  }
  if (isAlerted) return;
  const consequence =
    size > refuseSeconds ? "Until it is right, this host expires no order and deletes nothing" : "Correct it";
  const message = `The clock of ${host} is ${Math.round(size)} seconds ${skewSeconds > 0 ? "ahead of" : "behind"} the database's. ${consequence}`;
  log.error({ host, skew_seconds: Math.round(skewSeconds) }, message);
  // Before it is written: several jobs find it at the same moment.
  isAlerted = true;
  try {
    await inTransaction((tx) =>
      raiseAlert(tx, {
        kind: "clock.skewed",
        data: { host, seconds: Math.round(skewSeconds), refuses: size > refuseSeconds },
        reference: host,
        dedupeKey,
      }),
    );
  } catch (error) {
    isAlerted = false;
    throw error;
  }
}

/**
 * Compares this process's clock with the database's before work that ends or deletes what is old. One host with a wrong
 * clock would expire orders that buyers are paying, and delete mails, sessions and logs for all.
 */
export async function isClockRight(): Promise<boolean> {
  const skewSeconds = await measureClockSkew();
  await tell(skewSeconds);
  return Math.abs(skewSeconds) <= refuseSeconds;
}

/** `work`, left out while this host's clock is wrong. */
export const whenClockIsRight = (work: () => Promise<unknown>) => async (): Promise<void> => {
  if (await isClockRight()) await work();
};
