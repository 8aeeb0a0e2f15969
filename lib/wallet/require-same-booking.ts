import { AppError } from "../core/errors";
import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";

/**
 * For a form that was sent twice under one key: the same again is done already, something else was not done.
 * @throws AppError `idempotency_conflict`
 */
export async function requireSameBooking(
  tx: Tx,
  booking: { transferNo: string; owner: { userId: number } | { siteId: number }; amountCents: Cents },
): Promise<void> {
  const { transferNo, owner, amountCents } = booking;
  const same = await tx.ledgerEntry.count({
    where: { transfer: { transferNo }, account: owner, amountCents },
  });
  if (same === 0) {
    throw new AppError("idempotency_conflict", "booked_with_another_amount");
  }
}
