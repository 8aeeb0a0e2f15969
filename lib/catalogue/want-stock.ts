import { now } from "../core/clock";
import { log } from "../core/process/log";
import type { Prisma } from "../db/generated/client";
import type { Tx } from "../db/transaction";
import { inTransaction } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";

/** How often one process passes on that an option is looked at. How often its server is asked is the option's own setting. */
const passOnMs = 10_000;
const passedOn = new Map<number, number>();
const most = 10_000;

/** Servers that hang hold no more than so many workers, and deliveries and mails go first. */
const queues = 3;
const priority = 10;

/** Asks for a newer answer than the one that is kept; the worker asks, unless it did so a moment ago. */
export const wantStock = (tx: Tx, skuId: number): Promise<void> =>
  enqueue(
    tx,
    "stock.ask",
    { skuId },
    { jobKey: `stock.ask:${skuId}`, queue: `stock.ask:${skuId % queues}`, priority, maxAttempts: 3 },
  );

async function passOn(skuIds: readonly number[]): Promise<void> {
  await inTransaction(async (tx) => {
    // In one order, as payments do: two of them cannot wait for each other.
    for (const skuId of [...skuIds].sort((a, b) => a - b)) await wantStock(tx, skuId);
  });
}

/** Options whose stock their seller's server says are looked at. Whoever looks waits for nothing: they see what was said last. */
export function noteLook(skus: readonly { id: number; stock: { isAsked: boolean } | null }[]): void {
  const asked = skus.filter(({ stock }) => stock?.isAsked);
  if (asked.length === 0) return;
  const at = now().getTime();
  const due = asked.filter(({ id }) => Math.abs(at - (passedOn.get(id) ?? 0)) >= passOnMs);
  if (due.length === 0) return;
  if (passedOn.size > most) passedOn.clear();
  for (const { id } of due) passedOn.set(id, at);
  passOn(due.map(({ id }) => id)).catch((error: unknown) =>
    log.warn({ error }, "that an option's stock is wanted could not be passed on"),
  );
}

/** Options that are on sale again: what their servers said while nobody could buy is asked anew. */
export async function askForSale(tx: Tx, skus: Prisma.SkuWhereInput): Promise<void> {
  const asked = await tx.askedStock.findMany({ where: { sku: skus }, select: { skuId: true } });
  const skuIds = asked.map(({ skuId }) => skuId).sort((a, b) => a - b);
  for (const skuId of skuIds) {
    await tx.askedStock.update({ where: { skuId }, data: { nextAskAt: now() } });
    await wantStock(tx, skuId);
  }
}

/** For tests. */
export const forgetLooks = (): void => passedOn.clear();
