import { testClock } from "@/lib/core/clock";
import { db } from "@/lib/db/client";
import { backupStore } from "@/lib/operations/backup/backup-store";
import { allMasterKeys, restoreInto } from "@/lib/operations/backup/make-backup";
import { listBackups } from "@/lib/operations/backup/stored-backup";
import { SalesJournal } from "@/lib/operations/journal/write-journal";
import { anOrder, pay } from "./orders";

interface Sku {
  id: number;
  productId: number;
}

export async function sellKeys(sku: Sku, keys: number, perOrder = 50): Promise<void> {
  for (let left = keys; left > 0; left -= perOrder)
    await pay((await anOrder({ sku, quantity: Math.min(left, perOrder) })).orderId);
}

export const soldIds = async (): Promise<Set<number>> =>
  new Set((await db().fulfillmentSecret.findMany({ select: { secretId: true } })).map((row) => row.secretId));

export const numberOf = async ({ orderId }: { orderId: number }): Promise<string> =>
  (await db().order.findUniqueOrThrow({ where: { id: orderId } })).orderNo;

/** A pass that finds everything: the one before is long enough ago. */
export async function writeJournal(journal = new SalesJournal()): Promise<void> {
  testClock.advance(10);
  await journal.pass();
}

export async function restoreNewest(into: string): Promise<void> {
  const [made] = await listBackups(backupStore());
  await restoreInto(into, await backupStore().read(made?.name ?? ""), allMasterKeys());
}
