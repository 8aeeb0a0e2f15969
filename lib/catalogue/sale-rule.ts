import { addSeconds } from "../core/clock";
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
