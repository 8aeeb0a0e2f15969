import { addSeconds, now } from "../core/clock";
import type { Tx } from "../db/transaction";
import type { SaleOrder } from "./schema";

const day = 86_400;

/** Which free key of an option is sold next. */
export interface SaleRule {
  order: SaleOrder;
  /** Keys whose use-by date is not after this are not sold; null where no key has a date. */
  usableAfter: Date | null;
}

interface SaleColumns {
  saleOrder: SaleOrder;
  minDaysLeft: number;
  hasUseBy: boolean;
}

/** From when on a key of the option may be dated to be sold at `at`. */
export const usableAfter = (minDaysLeft: number, at: Date): Date => addSeconds(at, minDaysLeft * day);

/** Null is the usual rule, the oldest key, which has a statement of its own (decision 100). */
export function saleRuleOf({ saleOrder, minDaysLeft, hasUseBy }: SaleColumns, at: Date): SaleRule | null {
  if (saleOrder === "oldest" && !hasUseBy) return null;
  return { order: saleOrder, usableAfter: hasUseBy ? usableAfter(minDaysLeft, at) : null };
}

/** As it is now: what was ordered earlier is claimed under today's rule. */
export async function findSaleRule(tx: Tx, skuId: number): Promise<SaleRule | null> {
  const sku = await tx.sku.findUniqueOrThrow({
    where: { id: skuId },
    select: { saleOrder: true, minDaysLeft: true, hasUseBy: true },
  });
  return saleRuleOf(sku, now());
}
