import type { ProductSummary } from "@/lib/catalogue/schema";

const isGone = ({ stock_status }: Pick<ProductSummary, "stock_status">) =>
  Number(stock_status === "out_of_stock");

/** What is offered to who asked for nothing of it: sold-out goods stand last, else in the order they came. */
export const buyableFirst = <P extends Pick<ProductSummary, "stock_status">>(products: readonly P[]): P[] =>
  products.toSorted((a, b) => isGone(a) - isGone(b));
