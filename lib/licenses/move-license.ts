import { now } from "../core/clock";
import { sourcesIn } from "../core/shapes/moves";
import type { Tx } from "../db/transaction";
import { type LicenseStatus, licenseMoves } from "./state";

/**
 * The only place that changes a license's status: a conditional update along the table of ./state.ts. One that is revoked
 * keeps the time since when the list of revoked ones names it.
 */
export async function moveLicenses(
  tx: Tx,
  which: { id: number } | { orderItemId: number },
  to: LicenseStatus,
): Promise<void> {
  await tx.license.updateMany({
    where: { ...which, status: { in: sourcesIn(licenseMoves, to) } },
    data: { status: to, revokedAt: to === "revoked" ? now() : null },
  });
}
