import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { inTransaction, type Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { moveStock } from "./count-stock";
import { requireKeyedSku, requireSku } from "./require-sku";

interface Choice {
  skuId: number;
  secretIds?: number[] | undefined;
  batchId?: number | undefined;
}

async function move(
  tx: Tx,
  { skuId, secretIds, batchId }: Choice,
  from: "available" | "void",
  to: "available" | "void",
): Promise<number> {
  const { count } = await tx.secret.updateMany({
    where: {
      skuId,
      status: from,
      ...(secretIds ? { id: { in: secretIds } } : {}),
      ...(batchId ? { batchId } : {}),
    },
    data: { status: to },
  });
  await moveStock(tx, [{ skuId, available: to === "available" ? count : -count }]);
  return count;
}

/** Takes free secrets off sale, singly or a whole batch. Reserved and sold ones stay as they are. */
export const voidSecrets = (actor: AdminActor, client: ClientInfo, choice: Choice): Promise<number> =>
  inTransaction(async (tx) => {
    await requireSku(choice.skuId, tx);
    const count = await move(tx, choice, "available", "void");
    if (count > 0) await audit(tx, "stock.void", { actor, client, choice, count });
    return count;
  });

/** Puts on sale again what was voided; orders that were paid while stock was short are served. */
export const restoreSecrets = (actor: AdminActor, client: ClientInfo, choice: Choice): Promise<number> =>
  inTransaction(async (tx) => {
    const { skuId } = choice;
    // The counter first: a SKU that is being mapped to a main site's offer becomes one of that site now, or after us.
    await tx.$executeRaw`SELECT 1 FROM sku_stocks WHERE sku_id = ${skuId} FOR UPDATE`;
    await requireKeyedSku(skuId, tx);
    const count = await move(tx, choice, "void", "available");
    if (count > 0) {
      await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
      await audit(tx, "stock.restore", { actor, client, choice, count });
    }
    return count;
  });

const audit = (
  tx: Tx,
  action: string,
  { actor, client, choice, count }: { actor: AdminActor; client: ClientInfo; choice: Choice; count: number },
) =>
  recordAudit(tx, actor, client, {
    action,
    target: `sku:${choice.skuId}`,
    data: { count, batchId: choice.batchId ?? null },
  });
