"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { type CartAdd, cartAddEvent } from "@/components/store/cart/kept-cart";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import type { CartLine } from "@/lib/orders/cart/schema";
import type { OrderDetail } from "@/lib/orders/schema";

/** Lines as the buyer ordered them, a bundle in place of its parts; a question is answered anew. */
function linesOf({ items }: OrderDetail): CartLine[] {
  const isFirst = (index: number) =>
    items.findIndex(({ bundle }) => bundle?.line === items[index]?.bundle?.line) === index;
  return items.flatMap(({ bundle, product_id, sku_id, quantity }, index) => {
    if (!bundle) return [{ product_id, sku_id, quantity }];
    const { product_id: product, sku_id: sku, quantity: number } = bundle;
    return isFirst(index) ? [{ product_id: product, sku_id: sku, quantity: number }] : [];
  });
}

type BuyAgainProps = { order: OrderDetail; isMain: boolean };

/**
 * Leads to the page of one product; several go into the cart, which opens. Without script it leads to the first of them; a press
 * that comes before the script waits for it (app/early-presses.ts).
 */
export function BuyAgain({ order, isMain }: BuyAgainProps) {
  const t = useTranslations("order");
  const [first] = order.items;
  const lines = linesOf(order);
  if (!first) return null;

  function addAll(event: MouseEvent) {
    if (lines.length < 2 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const detail: CartAdd = { lines, opens: true };
    window.dispatchEvent(new CustomEvent(cartAddEvent, { detail }));
  }

  return (
    <Link
      href={`/products/${first.bundle?.slug ?? first.slug}`}
      onClick={addAll}
      data-adds={lines.length > 1 || undefined}
      className={buttonClass(isMain ? "primary" : "secondary", "lg")}
    >
      {t("buyAgain")}
    </Link>
  );
}
