import { type Change, changesBetween } from "../../acts/audit-changes";
import { now } from "../../core/clock";
import { type Cents, formatMoney } from "../../core/money";
import type { Tx } from "../../db/transaction";

interface GatewayCost {
  bps: number | null;
  fixedCents: Cents | null;
}

/** Orders what is entered by time: the newest entry is how it is now. */
export const newestCost = { orderBy: { since: "desc" }, take: 1 } as const;

const shown = ({ bps, fixedCents }: GatewayCost) => ({
  cost_bps: bps,
  cost_fixed: fixedCents === null ? null : formatMoney(fixedCents),
});

/** The newest entry as the admin shows it. */
export const viewGatewayCost = ([newest = unknown]: readonly GatewayCost[]) => shown(newest);

const unknown: GatewayCost = { bps: null, fixedCents: null };
const always = new Date(0);

/**
 * Keeps what the gateway of a channel takes, from now on; what was paid before keeps the price of its time. The first price that
 * anybody enters counts for all payments before it as well, because nothing else is known of them.
 * @returns what changed, for the audit log
 */
export async function keepGatewayCost(
  tx: Tx,
  channelId: number,
  { cost_bps, cost_fixed }: { cost_bps?: number | null | undefined; cost_fixed?: Cents | null | undefined },
): Promise<Record<string, Change>> {
  const before = await tx.gatewayCost.findFirst({ where: { channelId }, ...newestCost });
  const { bps, fixedCents } = before ?? unknown;
  const after = {
    bps: cost_bps === undefined ? bps : cost_bps,
    fixedCents: cost_fixed === undefined ? fixedCents : cost_fixed,
  };
  if (after.bps === bps && after.fixedCents === fixedCents) return {};
  const since = before ? now() : always;
  await tx.gatewayCost.upsert({
    where: { channelId_since: { channelId, since } },
    create: { channelId, since, ...after },
    update: after,
  });
  return changesBetween(shown({ bps, fixedCents }), shown(after));
}
