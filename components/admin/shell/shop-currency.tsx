"use client";

import { setShopCurrency } from "@/lib/core/money";

/** Fields for money are drawn in the browser, too: they have as many decimals as the shop's currency. */
export function ShopCurrency({ code }: { code: string }) {
  setShopCurrency(code);
  return null;
}
