import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { now } from "../core/clock";
import { AppError } from "../core/errors";
import { inTransaction } from "../db/transaction";
import { isUniqueViolation } from "../db/unique-violation";
import { enqueue } from "../jobs/enqueue";
import { moveStock } from "./count-stock";
import { requireKeyedSku, requireSku } from "./require-sku";
import { chosenSecretsSql, type SecretChoice } from "./void-secrets";

/**
 * Free keys become another option's, in a batch of their own there. Reserved and sold ones stay, and so does a key that the
 * other option has already. @throws AppError `not_found`, `state_conflict`
 */
export async function moveSecrets(
  actor: AdminActor,
  client: ClientInfo,
  choice: SecretChoice & { toSkuId: number },
): Promise<{ moved: number; left: number }> {
  const { skuId, toSkuId } = choice;
  if (skuId === toSkuId) throw new AppError("malformed", "another_option", { field: "to_sku_id" });
  try {
    return await inTransaction(async (tx) => {
      await requireSku(skuId, tx);
      // In the order of the ids, as everybody who needs both counters.
      await tx.$executeRaw`
        SELECT 1 FROM sku_stocks WHERE sku_id IN (${skuId}, ${toSkuId}) ORDER BY sku_id FOR UPDATE`;
      await requireKeyedSku(toSkuId, tx);
      const [chosen] = await tx.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int AS count FROM secrets WHERE ${chosenSecretsSql(choice, "available")}`;
      const batch = await tx.secretBatch.create({
        data: { skuId: toSkuId, note: "", createdById: actor.staffId, createdAt: now() },
      });
      const moved = await tx.$executeRaw`
        UPDATE secrets SET sku_id = ${toSkuId}, batch_id = ${batch.id}
        WHERE ${chosenSecretsSql(choice, "available")} AND NOT EXISTS (
          SELECT 1 FROM secrets there WHERE there.sku_id = ${toSkuId} AND there.content_hash = secrets.content_hash)`;
      if (moved === 0) throw new AppError("state_conflict", "no_key_to_move");
      await tx.secretBatch.update({ where: { id: batch.id }, data: { importedCount: moved } });
      await moveStock(tx, [
        { skuId, available: -moved },
        { skuId: toSkuId, available: moved },
      ]);
      await enqueue(tx, "order.redeliver", { skuId: toSkuId }, { jobKey: `order.redeliver:${toSkuId}` });
      await recordAudit(tx, actor, client, {
        action: "stock.move",
        target: `sku:${skuId}`,
        data: { to: toSkuId, count: moved, batchId: batch.id },
      });
      return { moved, left: Math.max(0, (chosen?.count ?? 0) - moved) };
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new AppError("state_conflict", "keys_imported_meanwhile");
    throw error;
  }
}
