import type { Cents } from "../core/money";
import type { Tx } from "../db/transaction";
import { subtractSpending } from "./sql";

/**
 * Money that was paid back was not spent: it counts no more towards the next level. A level that was reached stays, as
 * levels never fall by themselves.
 */
export async function withdrawSpending(tx: Tx, userId: number, cents: Cents): Promise<void> {
  await subtractSpending(tx, userId, cents);
}
