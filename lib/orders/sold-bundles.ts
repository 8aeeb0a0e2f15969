import type { z } from "zod";
import type { OrderQuote, OrderQuoteLine, SoldIn } from "../pricing/types";
import { soldBundle } from "./schema";

type SoldBundle = z.infer<typeof soldBundle>;

export const storeBundle = (sold: SoldIn): SoldBundle => ({
  line: sold.line,
  product_id: sold.productId,
  sku_id: sold.skuId,
  slug: sold.slug,
  title: sold.title,
  sku_name: sold.skuName,
  quantity: sold.quantity,
});

export const readBundle = (stored: unknown): SoldBundle | null =>
  soldBundle
    .nullable()
    .catch(null)
    .parse(stored ?? null);

export const hasBundles = ({ lines }: OrderQuote): boolean => lines.some(({ bundle }) => bundle);

/** An order has its bundles' parts as items, each delivered and paid back like any other. */
export function expandBundles<Order extends { quote: OrderQuote; forms: (Record<string, string> | null)[] }>(
  order: Order,
): Order {
  const { quote, forms } = order;
  if (!quote.lines.some(({ parts }) => parts)) return order;
  const items = quote.lines.flatMap(
    (line, index): { line: OrderQuoteLine; form: (typeof forms)[number] }[] =>
      line.parts
        ? line.parts.map((part) => ({ line: part, form: null }))
        : [{ line, form: forms[index] ?? null }],
  );
  return {
    ...order,
    quote: { ...quote, lines: items.map(({ line }) => line) },
    forms: items.map(({ form }) => form),
  };
}

interface OrderedItem {
  productId: number;
  skuId: number;
  quantity: number;
  bundle: unknown;
}

/** Lines as the buyer ordered them: the bundles in place of their parts. */
export function orderedLines(items: readonly OrderedItem[]) {
  const seen = new Set<number>();
  return items.flatMap(({ productId, skuId, quantity, bundle }) => {
    const sold = readBundle(bundle);
    if (!sold) return [{ productId, skuId, quantity }];
    if (seen.has(sold.line)) return [];
    seen.add(sold.line);
    return [{ productId: sold.product_id, skuId: sold.sku_id, quantity: sold.quantity }];
  });
}
