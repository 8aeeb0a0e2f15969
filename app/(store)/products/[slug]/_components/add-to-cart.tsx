"use client";

import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { type CartAdd, cartAddEvent } from "@/components/store/cart/kept-cart";
import { ScriptButton } from "@/components/ui/script-form";
import type { CartLine } from "@/lib/orders/cart/schema";

/** The line as the form has it, or null when an answer is missing; the form says which. */
type AddToCartProps = { readLine: () => CartLine | null };

/** Puts the choice of a product's form aside, to be bought with others. The header does it, and says what came of it. */
export function AddToCart({ readLine }: AddToCartProps) {
  const t = useTranslations("checkout");

  function add() {
    const line = readLine();
    if (!line) return;
    const detail: CartAdd = { lines: [line] };
    window.dispatchEvent(new CustomEvent(cartAddEvent, { detail }));
  }

  return (
    <ScriptButton variant="secondary" size="lg" onClick={add}>
      <ShoppingCart aria-hidden />
      <span className="max-sm:sr-only lg:max-xl:sr-only">{t("addToCart")}</span>
    </ScriptButton>
  );
}
