"use client";

import { ShoppingCart } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { buttonClass } from "@/components/ui/button-class";
import { Link } from "@/components/ui/link";
import type { Added } from "./cart-store";
import { type CartAdd, cartAddEvent, cartEvent, countUnits, readKeptCart } from "./kept-cart";

export type CartLabels = Record<"cart" | "added" | "full" | "notKept" | "failed" | "open", string>;

type CartLinkProps = {
  labels: CartLabels;
  /** Units in the cart of a member; null for a guest, whose cart this browser keeps. */
  memberCount: number | null;
};

/** Count of a member's cart after an act on this page: newer than the one that the page came with. */
let told: number | null = null;

function subscribe(tell: () => void): () => void {
  const note = (event: Event) => {
    if (event instanceof CustomEvent && typeof event.detail === "number") told = event.detail;
    tell();
  };
  window.addEventListener(cartEvent, note);
  window.addEventListener("storage", tell);
  return () => {
    window.removeEventListener(cartEvent, note);
    window.removeEventListener("storage", tell);
  };
}

const shownMs = 8000;

/** The code that changes a cart comes when somebody does. */
const loadStore = () => import("./cart-store");

/** The way to the cart, with its count. It hears the "add" of cards, which are drawn without script, and says what came of it. */
export function CartLink({ labels, memberCount }: CartLinkProps) {
  const isMember = memberCount !== null;
  const count = useSyncExternalStore(
    subscribe,
    () => (isMember ? (told ?? memberCount) : countUnits(readKeptCart())),
    () => memberCount ?? 0,
  );
  const [note, setNote] = useState<keyof CartLabels | null>(null);

  useEffect(() => {
    // The next member of this browser has a cart of their own.
    if (!isMember) told = null;
    else if (readKeptCart().length > 0)
      // Lines that do not come now come with the next page.
      void loadStore().then(
        ({ bringIntoAccount }) => bringIntoAccount(),
        () => undefined,
      );
  }, [isMember]);

  useEffect(() => {
    const tellOf = (adding: Promise<Added | null>, href?: string) =>
      adding
        .then((added) => {
          if (added === null) window.location.assign(href ?? "/cart");
          else setNote(added);
        })
        .catch(() => setNote("failed"));
    const add = (event: Event) => {
      const { lines, opens } = (event as CustomEvent<CartAdd>).detail;
      void tellOf(
        loadStore()
          .then(({ addToCart }) => addToCart(lines, isMember))
          .then((added) => (opens && added === "added" ? null : added)),
      );
    };
    const click = (event: MouseEvent) => {
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link =
        event.target instanceof Element && event.target.closest<HTMLAnchorElement>("a[data-cart-add]");
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      const slug = link.dataset.cartAdd ?? "";
      void tellOf(
        loadStore().then(({ addProduct }) => addProduct(slug, isMember)),
        link.href,
      );
    };
    window.addEventListener(cartAddEvent, add);
    document.addEventListener("click", click, true);
    return () => {
      window.removeEventListener(cartAddEvent, add);
      document.removeEventListener("click", click, true);
    };
  }, [isMember]);

  useEffect(() => {
    if (note === null) return;
    const timer = setTimeout(() => setNote(null), shownMs);
    return () => clearTimeout(timer);
  }, [note]);

  return (
    <>
      <Link href="/cart" className={buttonClass("ghost", "icon", "relative")}>
        <ShoppingCart aria-hidden />
        <span className="sr-only">{labels.cart}</span>
        {count > 0 ? (
          <span
            data-cart-count
            className="tabular absolute top-0.5 end-0.5 min-w-4.5 rounded-full bg-pine px-1 text-center font-semibold text-[0.6875rem] text-on-pine leading-4.5"
          >
            {count > 99 ? "99+" : count}
          </span>
        ) : null}
      </Link>
      <p
        role="status"
        className={
          note
            ? "fixed inset-x-4 top-17 z-50 mx-auto flex w-fit max-w-md items-center gap-3 rounded-lg border border-line bg-raised px-4 py-2.5 text-ink text-sm shadow-float"
            : "sr-only"
        }
      >
        {note ? labels[note] : null}
        {note === "added" || note === "full" ? (
          <Link
            href="/cart"
            className="font-medium text-pine underline underline-offset-4"
            onClick={() => setNote(null)}
          >
            {labels.open}
          </Link>
        ) : null}
      </p>
    </>
  );
}
