/** C52: seconds before each attempt. The first steps are close together because a buyer waits. */
const waits = [0, 5, 30, 120, 300, 900, 1800, 3600, 10_800, 21_600, 43_200, 86_400, 86_400] as const;

export const maxAttempts = waits.length;

const jitter = 0.2;
/** Least wait for a receiver that timed out or throttled us. */
const calmSeconds = 60;

export interface AttemptOutcome {
  /** Attempts since the callback was queued or resent. */
  attempts: number;
  isThrottled: boolean;
  retryAfterSeconds: number | null;
  /** In [0, 1). */
  random: number;
}

/** Seconds until the next attempt, or null when there is none left. `Retry-After` may stretch a wait to twice its length. */
export function nextWait({
  attempts,
  isThrottled,
  retryAfterSeconds,
  random,
}: AttemptOutcome): number | null {
  const planned = waits[attempts];
  if (planned === undefined) return null;
  const base = isThrottled ? Math.max(planned, calmSeconds) : planned;
  if (retryAfterSeconds !== null) return Math.min(Math.max(retryAfterSeconds, base), base * 2);
  return base * (1 - jitter + 2 * jitter * random);
}
