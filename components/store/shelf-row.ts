import type { ProductSummary } from "@/lib/catalogue/schema";

const isGone = ({ stock_status }: Pick<ProductSummary, "stock_status">) =>
  Number(stock_status === "out_of_stock");

/** Number of goods in a row. */
export const perShelf = 4;
/** Asked for more than are shown, since some may be sold out. */
export const askedForShelf = 12;

/** One row for a place where nobody asked for one of them: sold-out goods stand last, else the order stays. */
export const shelfRow = <P extends Pick<ProductSummary, "stock_status">>(products: readonly P[]): P[] =>
  products.toSorted((a, b) => isGone(a) - isGone(b)).slice(0, perShelf);
