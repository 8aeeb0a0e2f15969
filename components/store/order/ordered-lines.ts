import type { OrderDetail } from "@/lib/orders/schema";

type Item = OrderDetail["items"][number];
/** Line of an order as its buyer chose it; `parts` are the titles of what a bundle holds. */
export type OrderedLine = Pick<Item, "product_id" | "sku_id" | "slug" | "title" | "sku_name" | "quantity"> & {
  parts: string[];
  /** Unlike that of any other line of the order. */
  key: string;
};

/** Lines as the buyer ordered them, a bundle in place of its parts. */
export function orderedLines(items: readonly Item[]): OrderedLine[] {
  const bundles = new Map<number, OrderedLine>();
  return items.flatMap((item): OrderedLine[] => {
    if (!item.bundle) return [{ ...item, parts: [], key: `item ${item.id}` }];
    const known = bundles.get(item.bundle.line);
    known?.parts.push(item.title);
    if (known) return [];
    const line = { ...item.bundle, parts: [item.title], key: `bundle ${item.bundle.line}` };
    bundles.set(item.bundle.line, line);
    return [line];
  });
}
