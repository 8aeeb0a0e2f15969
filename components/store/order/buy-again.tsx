"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { type CartAdd, cartAddEvent } from "@/components/store/cart/kept-cart";
import { type ButtonSize, type ButtonVariant, buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import type { SoldProducts } from "@/lib/catalogue/schema";
import type { OrderDetail } from "@/lib/orders/schema";
import { type OrderedLine, orderedLines } from "./ordered-lines";

type BuyAgainProps = {
  order: Pick<OrderDetail, "items">;
  /** As the shop has them now. Without them it is left open whether they are still sold. */
  goods: SoldProducts;
  variant: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

/** The product's page with the option that was bought. */
function pageOf({ product_id, sku_id, slug }: OrderedLine, goods: SoldProducts): string {
  const product = goods[product_id];
  const code = product?.options[sku_id]?.code;
  return `/products/${product?.slug ?? slug}${code ? `?sku=${encodeURIComponent(code)}` : ""}`;
}

/**
 * Leads to the page of one product; several go into the cart, which opens: a question is answered anew. Without script it leads to the
 * first of them; a press that comes before the script waits for it (app/early-presses.ts). Of goods that are sold no more there is none.
 */
export function BuyAgain({ order, goods, variant, size = "lg", className }: BuyAgainProps) {
  const t = useTranslations("order");
  const ordered = orderedLines(order.items);
  const lines = ordered.filter(
    ({ product_id, sku_id }) => goods[product_id]?.options[sku_id]?.is_on_sale ?? !goods[product_id],
  );
  const [first] = lines;
  if (!first) return null;

  function addAll(event: MouseEvent) {
    if (lines.length < 2 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const detail: CartAdd = {
      lines: lines.map(({ product_id, sku_id, quantity }) => ({ product_id, sku_id, quantity })),
      opens: true,
    };
    window.dispatchEvent(new CustomEvent(cartAddEvent, { detail }));
  }

  return (
    <Link
      href={pageOf(first, goods)}
      onClick={addAll}
      data-adds={lines.length > 1 || undefined}
      className={buttonClass(variant, size, className)}
    >
      {t("buyAgain")}
    </Link>
  );
}
