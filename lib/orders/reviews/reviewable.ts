import type { Reader } from "../../db/transaction";
import { readBundle } from "../sold-bundles";

export interface Reviewable {
  productId: number;
  slug: string;
  title: string;
}

/**
 * The products of an order of which its buyer may say something: delivered, not paid back, not disputed, and bought by a person. A
 * bundle is one product, whatever it is made of. `isFrozen`: its money is asked back, or was lost to a dispute.
 */
export async function findReviewable(
  reader: Reader,
  orderId: number,
  isFrozen: boolean,
): Promise<Reviewable[]> {
  const order = await reader.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      buyerKind: true,
      status: true,
      items: {
        where: { fulfillment: { status: "ready" }, refund: { is: null } },
        orderBy: { position: "asc" },
        select: { productId: true, slug: true, title: true, bundle: true },
      },
    },
  });
  // A partner orders to sell, or to try the connection: nobody there could say how it is.
  if (order.buyerKind === "site" || order.status !== "delivered" || isFrozen) return [];
  if (order.items.length === 0) return [];
  const products = new Map<number, Reviewable>();
  for (const { productId, slug, title, bundle } of order.items) {
    const sold = readBundle(bundle);
    const product = sold
      ? { productId: sold.product_id, slug: sold.slug, title: sold.title }
      : { productId, slug, title };
    if (!products.has(product.productId)) products.set(product.productId, product);
  }
  const kept = await reader.product.findMany({
    where: { id: { in: [...products.keys()] } },
    select: { id: true },
  });
  const ids = new Set(kept.map(({ id }) => id));
  return [...products.values()].filter(({ productId }) => ids.has(productId));
}
