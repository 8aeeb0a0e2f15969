import type { SoldProducts } from "../catalogue/schema";
import type { OrderDetail } from "./schema";

/** Names of ordered goods as a language has them now; those of goods that are gone stay as they were ordered. */
export function nameGoods<Order extends Pick<OrderDetail, "items">>(
  order: Order,
  goods: SoldProducts,
): Order {
  const named = <Line extends { product_id: number; sku_id: number; title: string; sku_name: string | null }>(
    line: Line,
  ): Line => {
    const product = goods[line.product_id];
    const option = product?.options[line.sku_id]?.name;
    return {
      ...line,
      title: product?.title ?? line.title,
      // A product with a single option was ordered without a name of it.
      sku_name: line.sku_name === null ? null : (option ?? line.sku_name),
    };
  };
  return {
    ...order,
    items: order.items.map(({ bundle, ...item }) => ({
      ...named(item),
      ...(bundle ? { bundle: named(bundle) } : {}),
    })),
  };
}
