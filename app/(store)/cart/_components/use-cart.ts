"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import { bringIntoAccount, tellCount } from "@/components/store/cart/cart-store";
import { cartEvent, keepCart, readKeptCart } from "@/components/store/cart/kept-cart";
import type { CartLine, CartView } from "@/lib/orders/cart/schema";

type Note = "changedElsewhere" | "saveFailed";

/** The cart of a member's account, or of this browser, and its changes in the order in which they were made. */
export function useCart(isMember: boolean) {
  const [lines, setLines] = useState<readonly CartLine[] | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [note, setNote] = useState<Note | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const version = useRef(0);
  const writes = useRef<Promise<void>>(Promise.resolve());

  const load = useCallback(async () => {
    setProblem(null);
    try {
      if (isMember) {
        await bringIntoAccount();
        const cart = await api<CartView>("/me/cart");
        version.current = cart.version;
        setLines(cart.lines);
        tellCount(cart.lines);
        setLeftOut(readKeptCart().length);
      } else setLines(readKeptCart());
    } catch (cause) {
      setProblem(cause);
    }
  }, [isMember]);

  useEffect(() => {
    void load();
    if (isMember) return;
    // Another tab of this browser, or a card of this page.
    const follow = () => setLines(readKeptCart());
    window.addEventListener("storage", follow);
    window.addEventListener(cartEvent, follow);
    return () => {
      window.removeEventListener("storage", follow);
      window.removeEventListener(cartEvent, follow);
    };
  }, [load, isMember]);

  async function write(next: readonly CartLine[]): Promise<void> {
    try {
      const cart = await api<CartView>("/me/cart", {
        method: "PUT",
        body: { version: version.current, lines: next },
      });
      version.current = cart.version;
      tellCount(cart.lines);
    } catch (cause) {
      setNote(cause instanceof ApiError && cause.httpStatus === 409 ? "changedElsewhere" : "saveFailed");
      await load();
    }
  }

  function change(next: readonly CartLine[]): Promise<void> {
    setNote(null);
    setLines(next);
    if (isMember) writes.current = writes.current.then(() => write(next));
    else if (!keepCart(next)) setNote("saveFailed");
    return writes.current;
  }

  return { lines, problem, note, leftOut, load, change };
}
