import { now } from "../../core/clock";
import type { Tx } from "../../db/transaction";

/** Agent sites ask for what changed since they last looked, and a level's price is one of their prices (C43). */
export async function touchSkuPrices(tx: Tx, skuIds: readonly number[] | "all"): Promise<void> {
  await tx.sku.updateMany({
    where: skuIds === "all" ? {} : { id: { in: [...skuIds] } },
    data: { updatedAt: now() },
  });
}
