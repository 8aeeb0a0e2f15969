"use client";

import { later } from "@/components/ui/later";
import { cannotBeBought } from "./cannot-be-bought";
import { useChoice } from "./choice";

/** Its script comes only to a product with a sold-out option. */
const StockNotice = later(() => import("./stock-notice").then((module) => module.StockNotice));

/** Offers a mail when a sold-out option has stock again, and nothing while all can be bought. */
export function BackInStock({ email }: { email: string | null }) {
  const { product, skus, sku } = useChoice();
  const [first, ...others] = skus.filter((each) => cannotBeBought(each, product.min_quantity));
  return first ? <StockNotice gone={[first, ...others]} chosen={sku} email={email} /> : null;
}
