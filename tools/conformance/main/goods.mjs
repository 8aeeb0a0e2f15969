import { expectOk } from "../answers.mjs";
import { number } from "./refused.mjs";

const plenty = 999_999;

/** Goods of a product as the list shows them now. */
export async function readStock(main, { id, skuId }) {
  for (let page = 1; ; page++) {
    const data = expectOk(await main.get(`/products?per_page=200&page=${page}`));
    const product = data.products.find((each) => each.id === id);
    if (product) return (product.skus?.find((sku) => sku.id === skuId) ?? product).stock;
    // A product that is sold out may have left the shelf.
    if (data.products.length < 200) return 0;
  }
}

/** Chooses what is ordered of a product: two units where the stock has them, since a sum and a list of keys show what one unit hides. */
export function goodsOf(product, most = 2) {
  const sku = product.skus?.find(({ stock }) => stock >= most) ?? product.skus?.[0];
  const stock = (sku ?? product).stock;
  return {
    id: product.id,
    skuId: sku?.id,
    price: (sku ?? product).price,
    kind: product.auto_secret_kind,
    stock,
    isCounted: stock < plenty && !product.takesNoStock,
    quantity: Math.max(1, Math.min(most, stock)),
  };
}

export const bodyOf = (goods, changes = {}) => ({
  product_id: goods.id,
  ...(goods.skuId === undefined ? {} : { sku_id: goods.skuId }),
  quantity: goods.quantity,
  downstream_order_no: number(),
  ...changes,
});

export const pathOf = ({ upstream_order_no }) => `/orders/${encodeURIComponent(upstream_order_no)}`;
