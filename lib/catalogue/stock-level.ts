import { type StockDisplay, unlimitedStock } from "./schema";

export interface StockCounter {
  isUnlimited: boolean;
  available: number;
}

export type StockStatus = "in_stock" | "low_stock" | "out_of_stock" | "unlimited";

export interface StockLevel {
  stock: number;
  stockStatus: StockStatus;
}

/** Level of one SKU, or of a whole product when several counters are given. */
export function stockLevel(counters: readonly (StockCounter | null)[], lowStockAt: number): StockLevel {
  if (counters.some((counter) => counter?.isUnlimited))
    return { stock: unlimitedStock, stockStatus: "unlimited" };
  const units = counters.reduce((sum, counter) => sum + Math.max(0, counter?.available ?? 0), 0);
  const stock = Math.min(units, unlimitedStock);
  if (stock === 0) return { stock, stockStatus: "out_of_stock" };
  return { stock, stockStatus: stock <= lowStockAt ? "low_stock" : "in_stock" };
}

const steps = [1, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 100_000] as const;

interface Shown {
  stockDisplay: StockDisplay;
  lowStockAt: number;
  minQuantity: number;
}

/** The level as buyers may see it: never more than there is, and below the minimum quantity only if there is less than that. */
export function shownLevel(level: StockLevel, { stockDisplay, lowStockAt, minQuantity }: Shown): StockLevel {
  const { stock, stockStatus } = level;
  if (stockDisplay === "exact" || stockStatus === "unlimited" || stock === 0) return level;
  if (stock < minQuantity) return { stock: 1, stockStatus };
  const words = stockStatus === "low_stock" ? 1 : lowStockAt + 1;
  const bound = stockDisplay === "words" ? words : (steps.findLast((step) => step <= stock) ?? 1);
  return { stock: Math.max(bound, minQuantity), stockStatus };
}
