import { addSeconds } from "../core/clock";

/** C33: seconds after the payment began; then every ten minutes. */
const first = [30, 60, 120, 300, 600];
const every = 600;
/** Seconds after the payment expired until the gateway is no longer asked. */
const afterExpiry = 24 * 3600;

export interface Scheduled {
  createdAt: Date;
  expiresAt: Date;
}

/** When a pending payment is given up. Money that still comes is booked all the same. */
export const closesAt = ({ expiresAt }: Scheduled): Date => addSeconds(expiresAt, afterExpiry);

/** The first point of the schedule after `at`, or `null` when the payment is to be closed. */
export function nextQueryAt(payment: Scheduled, at: Date): Date | null {
  if (at >= closesAt(payment)) return null;
  const passed = (at.getTime() - payment.createdAt.getTime()) / 1000;
  const offset = first.find((seconds) => seconds > passed) ?? (Math.floor(passed / every) + 1) * every;
  return addSeconds(payment.createdAt, offset);
}
