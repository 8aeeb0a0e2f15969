import type { AdminActor, ClientInfo } from "../accounts/actor";
import { recordAudit } from "../accounts/record-audit";
import { inTransaction } from "../db/transaction";
import { moveStock } from "./count-stock";

/** Takes free secrets off sale for good, singly or a whole batch. Reserved and sold ones stay as they are. */
export async function voidSecrets(
  actor: AdminActor,
  client: ClientInfo,
  {
    skuId,
    secretIds,
    batchId,
  }: { skuId: number; secretIds?: number[] | undefined; batchId?: number | undefined },
): Promise<number> {
  return inTransaction(async (tx) => {
    const { count } = await tx.secret.updateMany({
      where: {
        skuId,
        status: "available",
        ...(secretIds ? { id: { in: secretIds } } : {}),
        ...(batchId ? { batchId } : {}),
      },
      data: { status: "void" },
    });
    if (count > 0) {
      await moveStock(tx, [{ skuId, available: -count }]);
      await recordAudit(tx, actor, client, {
        action: "stock.void",
        target: `sku:${skuId}`,
        data: { count, batchId: batchId ?? null },
      });
    }
    return count;
  });
}
