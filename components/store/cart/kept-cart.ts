import type { CartLine } from "@/lib/orders/cart/schema";

const storageKey = "keyshelf.cart";

/** Sent to the window when a cart has changed; the detail is the number of units in a member's. */
export const cartEvent = "keyshelf:cart";

/** Event of whatever adds to the cart; the header hears it (cart-link.tsx). */
export const cartAddEvent = "keyshelf:cart-add";
/** Its detail. */
export type CartAdd = {
  lines: readonly CartLine[];
  /** The cart is shown when all of them are in it. */
  opens?: boolean;
};

/** The storage may have been changed by hand. */
const isLine = (line: CartLine | null): line is CartLine =>
  line !== null &&
  [line.product_id, line.sku_id, line.quantity].every((number) => Number.isInteger(number) && number > 0);

/** Lines that this browser keeps for a buyer who is not logged in. */
export function readKeptCart(): CartLine[] {
  try {
    const lines: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(lines) ? lines.filter(isLine) : [];
  } catch {
    return [];
  }
}

/** @returns false where the browser keeps nothing */
export function keepCart(lines: readonly CartLine[]): boolean {
  try {
    if (lines.length === 0) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, JSON.stringify(lines));
  } catch {
    return false;
  }
  window.dispatchEvent(new CustomEvent(cartEvent));
  return true;
}

export const countUnits = (lines: readonly CartLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
