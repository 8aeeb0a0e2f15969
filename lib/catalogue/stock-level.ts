import { unlimitedStock } from "./schema";

export interface StockCounter {
  isUnlimited: boolean;
  available: number;
}

export type StockStatus = "in_stock" | "low_stock" | "out_of_stock" | "unlimited";

export interface StockLevel {
  stock: number;
  stockStatus: StockStatus;
}

/** Of one SKU, or of a whole product when several counters are given. */
export function stockLevel(counters: readonly (StockCounter | null)[], lowStockAt: number): StockLevel {
  if (counters.some((counter) => counter?.isUnlimited))
    return { stock: unlimitedStock, stockStatus: "unlimited" };
  const units = counters.reduce((sum, counter) => sum + Math.max(0, counter?.available ?? 0), 0);
  const stock = Math.min(units, unlimitedStock);
  if (stock === 0) return { stock, stockStatus: "out_of_stock" };
  return { stock, stockStatus: stock <= lowStockAt ? "low_stock" : "in_stock" };
}
