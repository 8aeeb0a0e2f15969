import { now } from "../../../core/clock";
import type { Tx } from "../../../db/transaction";

/** Revokes every token of a person whose access ends, so that none comes back with it. */
export async function endTokensOf(tx: Tx, staffId: number): Promise<void> {
  await tx.staffToken.updateMany({ where: { staffId, revokedAt: null }, data: { revokedAt: now() } });
}
