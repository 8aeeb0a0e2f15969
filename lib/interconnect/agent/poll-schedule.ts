/** C63: seconds until a purchase is looked at again; the last one repeats while it is open. */
const pollWaits = [10, 30, 60, 300, 900] as const;

export const pollWait = (polls: number): number => pollWaits[Math.min(polls, pollWaits.length - 1)] ?? 900;

/** Seconds until a call that got no answer is made again; the buyer waits, so the first ones come quickly. */
const retryWaits = [2, 5, 10, 30, 60, 300, 900] as const;

export const retryWait = (attempts: number): number =>
  retryWaits[Math.min(attempts, retryWaits.length - 1)] ?? 900;

/**
 * An order that could not even be placed or paid after a day's attempts is failed, so that its buyer gets the money back.
 * Counted in attempts: an order may be old before its first one.
 */
export const giveUpTries = 100;
