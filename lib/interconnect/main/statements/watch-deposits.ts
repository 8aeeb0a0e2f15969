import { now } from "../../../core/clock";
import { writeShopCents } from "../../../core/money";
import { db } from "../../../db/client";
import { inTransaction } from "../../../db/transaction";
import { endAlert, raiseAlert } from "../../../notifications/alerts/raise-alert";
import { findDepositTurns } from "../sql/statements";

type Turn = Awaited<ReturnType<typeof findDepositTurns>>[number];

const alertKey = (siteId: number) => `deposit.low:${siteId}`;

/** The site's row decides: of two processes that see the same fall one tells it. */
async function tell({ id, name, balanceCents, alertCents, wasLow }: Turn): Promise<void> {
  await inTransaction(async (tx) => {
    const { count } = await tx.site.updateMany({
      where: { id, depositLowAt: wasLow ? { not: null } : null },
      data: { depositLowAt: wasLow ? null : now() },
    });
    if (count === 0) return;
    if (wasLow) return endAlert(tx, alertKey(id));
    await raiseAlert(tx, {
      kind: "deposit.low",
      data: { site: name, balance: writeShopCents(balanceCents), limit: writeShopCents(alertCents ?? 0n) },
      reference: `site:${id}`,
      dedupeKey: alertKey(id),
    });
  });
}

/** Raises an alert for each deposit that fell below its limit, once a fall, and ends it when the deposit is filled up. */
export async function watchDeposits(): Promise<void> {
  for (const turn of await findDepositTurns(db())) await tell(turn);
}
