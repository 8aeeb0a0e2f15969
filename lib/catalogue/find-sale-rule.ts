import { now } from "../core/clock";
import type { Tx } from "../db/transaction";
import { type SaleRule, saleRuleOf } from "./sale-rule";

/** As it is now: what was ordered earlier is claimed under today's rule. */
export async function findSaleRule(tx: Tx, skuId: number): Promise<SaleRule | null> {
  const sku = await tx.sku.findUniqueOrThrow({
    where: { id: skuId },
    select: { saleOrder: true, minDaysLeft: true, hasUseBy: true },
  });
  return saleRuleOf(sku, now());
}
