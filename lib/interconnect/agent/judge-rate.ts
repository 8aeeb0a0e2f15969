import { db } from "../../db/client";
import { inTransaction, type Tx } from "../../db/transaction";
import { endAlert, raiseAlert } from "../../notifications/alerts/raise-alert";
import { getSettings } from "../../settings/queries";
import { mirrorSkus } from "./mirror-skus";
import { lockConnection } from "./sql/connections";

export const ratePair = (theirs: string, ours: string) => `${theirs}/${ours}`;

interface Rated {
  currency: string | null;
  rateFor: string | null;
  rate: { toString(): string };
}

/** Finds the currency of a rate: one that was entered before their currency was known was entered for that currency. */
const rateForOf = ({ currency, rateFor, rate }: Rated, shop: string): string | null =>
  rateFor ?? (currency !== null && rate.toString() !== "1" ? ratePair(currency, shop) : null);

function needsRate(row: Rated, shop: string): boolean {
  if (row.currency === null) return false;
  const rateFor = rateForOf(row, shop);
  return rateFor === null ? row.currency !== shop : rateFor !== ratePair(row.currency, shop);
}

/**
 * C80: while the main site's currency is not what the rate is for, its goods are off sale and an alert says why. Called with every
 * word about a currency or a rate, with the shop's currency as it was read before the transaction.
 */
export async function judgeRate(tx: Tx, connectionId: number, shop: string): Promise<void> {
  await lockConnection(tx, connectionId);
  const row = await tx.connection.findUnique({ where: { id: connectionId } });
  if (!row) return;
  const needed = needsRate(row, shop);
  const rateFor = rateForOf(row, shop);
  if (needed === row.needsRate && rateFor === row.rateFor) return;
  await tx.connection.update({ where: { id: connectionId }, data: { needsRate: needed, rateFor } });
  if (needed === row.needsRate) return;
  await mirrorSkus(tx, { connectionId });
  const reference = `connection:${connectionId}`;
  if (!needed) return endAlert(tx, `connection.needs_rate:${reference}`);
  await raiseAlert(tx, {
    kind: "connection.needs_rate",
    data: { connection: row.name, theirs: row.currency ?? "", ours: shop },
    reference,
  });
}

/** For what turned without a word of the main site: this shop's own currency, and rates of a version that did not ask. */
export async function judgeRates(): Promise<void> {
  const { currency: shop } = await getSettings();
  const known = await db().connection.findMany({ where: { currency: { not: null } } });
  for (const row of known) {
    if (needsRate(row, shop) === row.needsRate && rateForOf(row, shop) === row.rateFor) continue;
    await inTransaction((tx) => judgeRate(tx, row.id, shop));
  }
}
