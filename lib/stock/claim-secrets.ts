import { rollBackTo, setSavepoint } from "../db/sql-pieces";
import type { Tx } from "../db/transaction";
import { type Claim, reserveFreeSecrets } from "./sql/reservations";

/**
 * Reserves the free secrets of a SKU whose turn it is for an order item; the counters are moved by the caller.
 * SKIP LOCKED alone would report sold-out while another buyer is about to roll back: when short, what was taken is given
 * up (a lock kept while waiting for another's could deadlock) and the claim waits its turn once.
 * @returns false, with nothing taken, when there are too few.
 */
export async function claimSecrets(tx: Tx, claim: Claim): Promise<boolean> {
  await setSavepoint(tx, "claim");
  if ((await reserveFreeSecrets(tx, claim, "skip")) === claim.quantity) return true;
  await rollBackTo(tx, "claim");
  if ((await reserveFreeSecrets(tx, claim, "wait")) === claim.quantity) return true;
  await rollBackTo(tx, "claim");
  return false;
}
