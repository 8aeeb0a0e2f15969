import { addSeconds, now } from "../../core/clock";

const waits = [5, 30, 120, 300, 900, 1800];

/** When a request is sent again after so many attempts: at the latest at its deadline, where it is given to a person. */
export function nextAttemptAt(attempts: number, deadlineAt: Date): Date {
  const at = addSeconds(now(), waits[Math.min(attempts, waits.length) - 1] ?? 0);
  return at < deadlineAt ? at : deadlineAt;
}
