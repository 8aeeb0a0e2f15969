import { spendMoneyLimit } from "../accounts/staff/roles/money-limit";
import type { AdminActor } from "../acts/actor";
import { isAppError } from "../core/errors";
import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";
import { isPosted } from "./post-transfer";

/**
 * Counts a booking against the limits of who makes it, unless it is made already. Equal bookings that come at once take turns at
 * the row of the day: one that finds the limit spent looks once more, because its equal may have spent it.
 * @returns whether the booking is a repeat
 * @throws AppError `forbidden` above a limit
 */
export async function spendForBooking(
  tx: Tx,
  actor: AdminActor,
  { reasonKey, amount }: { reasonKey: string; amount: Cents },
): Promise<boolean> {
  if (await isPosted(tx, reasonKey)) return true;
  try {
    await spendMoneyLimit(tx, actor, amount);
    return false;
  } catch (error) {
    if (isAppError(error) && (await isPosted(tx, reasonKey))) return true;
    throw error;
  }
}
