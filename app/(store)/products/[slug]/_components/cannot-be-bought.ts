import type { SkuView } from "@/lib/catalogue/schema";

/** Sold out, or fewer left than one order takes: what the server accepts a stock notice for. */
export const cannotBeBought = (
  { stock, stock_status }: Pick<SkuView, "stock" | "stock_status">,
  minQuantity: number,
): boolean => stock_status !== "unlimited" && stock < Math.max(minQuantity, 1);
