"use client";

import { ShoppingCart } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { cartNoteEvent } from "@/components/store/cart/cart-link";
import { Button } from "@/components/ui/button";
import { useHydrated } from "@/components/ui/script-form";
import type { CartLine } from "@/lib/orders/cart/schema";

type AddToCartProps = {
  /** The line as the form has it, or null when an answer is missing; the form says which. */
  readLine: () => CartLine | null;
  isMember: boolean;
};

const notes = { added: "added", full: "full", not_kept: "notKept" } as const;

/** Puts the choice of a product's form aside, to be bought with others. */
export function AddToCart({ readLine, isMember }: AddToCartProps) {
  const t = useTranslations("checkout");
  const hydrated = useHydrated();
  const [isPending, setPending] = useState(false);

  async function add() {
    const line = readLine();
    if (!line) return;
    setPending(true);
    let note: (typeof notes)[keyof typeof notes] | "failed" = "failed";
    try {
      const { addToCart } = await import("@/components/store/cart/cart-store");
      note = notes[await addToCart(line, isMember)];
    } catch {
      // The note says that it failed.
    }
    setPending(false);
    window.dispatchEvent(new CustomEvent(cartNoteEvent, { detail: note }));
  }

  return (
    <Button variant="secondary" size="lg" loading={isPending} disabled={!hydrated} onClick={() => void add()}>
      <ShoppingCart aria-hidden />
      <span className="max-sm:sr-only lg:max-xl:sr-only">{t("addToCart")}</span>
    </Button>
  );
}
