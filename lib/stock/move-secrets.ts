import type { AdminActor, ClientInfo } from "../acts/actor";
import { recordAudit } from "../acts/record-audit";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { db } from "../db/client";
import { inTransaction } from "../db/transaction";
import { isUniqueViolation } from "../db/unique-violation";
import { enqueue } from "../jobs/enqueue";
import { moveStock } from "./count-stock";
import { requireKeyedSku, requireSku } from "./require-sku";
import {
  countFreeSecrets,
  countMovableSecrets,
  moveFreeSecrets,
  type SecretChoice,
} from "./sql/free-secrets";
import { markDated } from "./store-secrets";

type Move = SecretChoice & { toSkuId: number };

function expectAnother({ skuId, toSkuId }: Move): void {
  if (skuId === toSkuId) throw new AppError("malformed", "another_option", { field: "to_sku_id" });
}

/** Counts the keys that a move would change now. @throws AppError `not_found`, `state_conflict` */
export async function previewMove(choice: Move): Promise<{ moved: number; left: number }> {
  expectAnother(choice);
  await requireSku(choice.skuId);
  await requireKeyedSku(choice.toSkuId);
  const { chosen, movable } = await countMovableSecrets(db(), choice, choice.toSkuId);
  return { moved: movable, left: chosen - movable };
}

/**
 * Free keys become another option's, in a batch of their own there. Reserved and sold ones stay, and so does a key that the
 * other option has already. @throws AppError `not_found`, `state_conflict`
 */
export async function moveSecrets(
  actor: AdminActor,
  client: ClientInfo,
  choice: Move,
): Promise<{ moved: number; left: number }> {
  const { skuId, toSkuId } = choice;
  expectAnother(choice);
  try {
    return await inTransaction(async (tx) => {
      await requireSku(skuId, tx);
      await requireKeyedSku(toSkuId, tx);
      const chosen = await countFreeSecrets(tx, choice);
      const batch = await tx.secretBatch.create({
        data: { skuId: toSkuId, note: "", createdById: actor.staffId, createdAt: now() },
      });
      const from = await tx.sku.findUniqueOrThrow({ where: { id: skuId }, select: { hasUseBy: true } });
      if (from.hasUseBy) await markDated(tx, toSkuId);
      const moved = await moveFreeSecrets(tx, choice, { skuId: toSkuId, batchId: batch.id });
      if (moved === 0) throw new AppError("state_conflict", "no_key_to_move");
      await tx.secretBatch.update({ where: { id: batch.id }, data: { importedCount: moved } });
      await moveStock(tx, [
        { skuId, available: -moved },
        { skuId: toSkuId, available: moved },
      ]);
      // Again behind the counters, which come last as for everybody who takes keys: an option that is being mapped to a main
      // site's offer became one of that site before, or becomes it after us.
      await requireKeyedSku(toSkuId, tx);
      await enqueue(tx, "order.redeliver", { skuId: toSkuId }, { jobKey: `order.redeliver:${toSkuId}` });
      await recordAudit(tx, actor, client, {
        action: "stock.move",
        target: `sku:${skuId}`,
        data: { to: toSkuId, count: moved, batchId: batch.id },
      });
      return { moved, left: Math.max(0, chosen - moved) };
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new AppError("state_conflict", "keys_imported_meanwhile");
    throw error;
  }
}
