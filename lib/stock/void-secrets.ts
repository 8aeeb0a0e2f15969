import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { inTransaction, type Tx } from "../db/transaction";
import { enqueue } from "../jobs/enqueue";
import { moveStock } from "./count-stock";
import { requireKeyedSku, requireSku } from "./require-sku";
import { lockCounter, restoreVoidSecrets, type SecretChoice, voidFreeSecrets } from "./sql/free-secrets";

interface Changed {
  count: number;
  /** Ids of the changed keys of a choice by ids, so that exactly they can be changed back. */
  ids: number[];
}

async function move(tx: Tx, choice: SecretChoice, to: "available" | "void"): Promise<Changed> {
  const ids = await (to === "void" ? voidFreeSecrets : restoreVoidSecrets)(tx, choice);
  const count = ids.length;
  await moveStock(tx, [{ skuId: choice.skuId, available: to === "available" ? count : -count }]);
  return { count, ids: choice.secretIds ? ids : [] };
}

/** Takes free secrets off sale, singly or a whole batch. Reserved and sold ones stay as they are. */
export const voidSecrets = (actor: AdminActor, client: ClientInfo, choice: SecretChoice): Promise<Changed> =>
  inTransaction(async (tx) => {
    await requireSku(choice.skuId, tx);
    const changed = await move(tx, choice, "void");
    const { count } = changed;
    if (count > 0) await audit(tx, "stock.void", { actor, client, choice, count });
    return changed;
  });

/** Puts on sale again what was voided; orders that were paid while stock was short are served. */
export const restoreSecrets = (
  actor: AdminActor,
  client: ClientInfo,
  choice: SecretChoice,
): Promise<Changed> =>
  inTransaction(async (tx) => {
    const { skuId } = choice;
    // The counter first: a SKU that is being mapped to a main site's offer becomes one of that site now, or after us.
    await lockCounter(tx, skuId);
    await requireKeyedSku(skuId, tx);
    const changed = await move(tx, choice, "available");
    const { count } = changed;
    if (count > 0) {
      await enqueue(tx, "order.redeliver", { skuId }, { jobKey: `order.redeliver:${skuId}` });
      await audit(tx, "stock.restore", { actor, client, choice, count });
    }
    return changed;
  });

const audit = (
  tx: Tx,
  action: "stock.void" | "stock.restore",
  {
    actor,
    client,
    choice,
    count,
  }: { actor: AdminActor; client: ClientInfo; choice: SecretChoice; count: number },
) =>
  recordAudit(tx, actor, client, {
    action,
    target: `sku:${choice.skuId}`,
    data: { count, batchId: choice.batchId ?? null },
  });
