import { now } from "../../core/clock";
import type { MoneyRequestStatus } from "../../db/generated/client";
import type { Tx } from "../../db/transaction";

/** The one way in which a request leaves `pending`. @returns false when it is decided, or has expired */
export async function moveMoneyRequest(
  tx: Tx,
  id: number,
  {
    to,
    by,
    note = null,
  }: { to: Exclude<MoneyRequestStatus, "pending" | "expired">; by: number; note?: string | null },
): Promise<boolean> {
  const { count } = await tx.moneyRequest.updateMany({
    where: { id, status: "pending", expiresAt: { gt: now() } },
    data: { status: to, decidedById: by, decisionNote: note, decidedAt: now() },
  });
  return count === 1;
}

/** One without a decision in time ends, so that the same act can be requested again. */
export async function closeExpiredRequest(tx: Tx, key: string): Promise<void> {
  await tx.moneyRequest.updateMany({
    where: { key, status: "pending", expiresAt: { lte: now() } },
    data: { status: "expired", decidedAt: now() },
  });
}
