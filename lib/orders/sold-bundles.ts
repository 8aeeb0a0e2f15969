import { z } from "zod";
import type { OrderQuote, OrderQuoteLine, SoldIn } from "../pricing/types";

/** As an item keeps the bundle that it was sold in. */
const storedBundle = z
  .object({
    line: z.int(),
    product_id: z.int(),
    sku_id: z.int(),
    slug: z.string(),
    title: z.string(),
    sku_name: z.string().nullable(),
    quantity: z.int(),
  })
  .nullable();
export type StoredBundle = z.infer<typeof storedBundle>;

export const storeBundle = (sold: SoldIn): NonNullable<StoredBundle> => ({
  line: sold.line,
  product_id: sold.productId,
  sku_id: sold.skuId,
  slug: sold.slug,
  title: sold.title,
  sku_name: sold.skuName,
  quantity: sold.quantity,
});

export const readBundle = (stored: unknown): StoredBundle => storedBundle.catch(null).parse(stored ?? null);

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

/** What the buyer ordered: the bundles in place of their parts. */
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
