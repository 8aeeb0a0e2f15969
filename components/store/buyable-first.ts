import type { ProductSummary } from "@/lib/catalogue/schema";

const isGone = ({ stock_status }: Pick<ProductSummary, "stock_status">) =>
  Number(stock_status === "out_of_stock");

/** Sorts products for a place where nobody asked for one of them: sold-out goods stand last, else the order stays. */
export const buyableFirst = <P extends Pick<ProductSummary, "stock_status">>(products: readonly P[]): P[] =>
  products.toSorted((a, b) => isGone(a) - isGone(b));
