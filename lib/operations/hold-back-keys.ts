import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { inTransaction, type Tx } from "../db/transaction";
import { raiseAlert } from "../notifications/raise-alert";
import { moveStock } from "../stock/count-stock";
import { readSalesOfStock, voidNextSecrets } from "./sql/held-back-keys";

export interface HeldBack {
  skuId: number;
  held: number;
  /** Free keys that stay on sale. */
  left: number;
}

export interface HoldBackOptions {
  /** The moment of the backup, or of the last transaction that the promoted standby had. */
  since: Date;
  /** So many of each SKU, instead of an estimate. */
  keys?: number | undefined;
}

const week = 7 * 24 * 3_600_000;
/** Sales come in bursts, and a key sold twice costs more than one that is sold a day later. */
const caution = 3;
const margin = 10;

/** What a SKU may have sold in the gap: its rate in the week before, with a wide margin. */
export const estimate = (soldInWeek: number, gapMs: number): number =>
  Math.ceil((soldInWeek / week) * gapMs * caution) + margin;

async function holdBack(tx: Tx, skuId: number, count: number, since: Date): Promise<HeldBack> {
  const ids = await voidNextSecrets(tx, skuId, count);
  await moveStock(tx, [{ skuId, available: -ids.length }]);
  await recordAudit(tx, "system", null, {
    action: "stock.hold_back",
    target: `sku:${skuId}`,
    data: { count: ids.length, first: ids[0] ?? null, last: ids.at(-1) ?? null, since: since.toISOString() },
  });
  await raiseAlert(tx, {
    kind: "stock.held_back",
    data: { count: ids.length, first: ids[0] ?? null, last: ids.at(-1) ?? null, since: since.toISOString() },
    reference: `sku:${skuId}`,
  });
  return { skuId, held: ids.length, left: await tx.secret.count({ where: { skuId, status: "available" } }) };
}

/**
 * After a restore, or a fail-over that lost seconds, keys sold meanwhile are free again here, and would be sold a second
 * time. The next keys of each SKU are taken off sale before the shop opens.
 */
export async function holdBackKeys({ since, keys }: HoldBackOptions): Promise<HeldBack[]> {
  const gapMs = Math.max(0, now().getTime() - since.getTime());
  return inTransaction(
    async (tx) => {
      const held: HeldBack[] = [];
      for (const { skuId, sold } of await readSalesOfStock(tx, new Date(since.getTime() - week)))
        held.push(await holdBack(tx, skuId, keys ?? estimate(sold, gapMs), since));
      return held;
    },
    { timeout: 120_000 },
  );
}
