import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";
import { addMemberProgress, subtractSpending } from "./sql/accounts";

interface MemberProgress {
  userId: number;
  rechargedCents?: Cents;
  spentCents?: Cents;
}

/**
 * Adds to what a user has recharged or spent and moves them to the highest level whose threshold that reaches, never
 * down, and never when an operator fixed the level. Levels rank by their order; one without a threshold is not reached.
 * Call it once for each event, in the transaction that makes the event happen once.
 */
export async function promoteMember(
  tx: Tx,
  { userId, rechargedCents = 0n, spentCents = 0n }: MemberProgress,
): Promise<void> {
  await addMemberProgress(tx, { userId, rechargedCents, spentCents });
}

/**
 * Money that was paid back was not spent: it counts no more towards the next level. A level that was reached stays, as
 * levels never fall by themselves.
 */
export async function withdrawSpending(tx: Tx, userId: number, cents: Cents): Promise<void> {
  await subtractSpending(tx, userId, cents);
}
