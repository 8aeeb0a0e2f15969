import { AppError } from "../core/errors";
import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";

/**
 * For a form that was sent twice under one key. The same booking again is no error, because it was made the first time.
 * @throws AppError `idempotency_conflict` when the second one names another account or amount
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
