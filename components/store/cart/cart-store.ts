import { api } from "@/components/api/client";
import type { ProductDetail } from "@/lib/catalogue/schema";
import type { CartLine, CartView } from "@/lib/orders/cart/schema";
import { cartEvent, countUnits, keepCart, readKeptCart } from "./kept-cart";

/** As many lines as one order takes, and as many units as one line. */
const mostLines = 20;
const mostUnits = 1000;

export type Added = "added" | "full" | "notKept";

/** Tells the header how many units a member's cart has now. */
export const tellCount = (lines: readonly CartLine[]) =>
  window.dispatchEvent(new CustomEvent(cartEvent, { detail: countUnits(lines) }));

const nameOf = ({ sku_id, form = {}, pick }: CartLine) =>
  JSON.stringify([sku_id, pick ?? null, Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1))]);

/** The browser's cart with one more line; the account's is merged by the server in the same way. */
function withLine(lines: readonly CartLine[], line: CartLine): CartLine[] | null {
  const same = lines.find((other) => nameOf(other) === nameOf(line));
  if (!same) return lines.length < mostLines ? [...lines, line] : null;
  const quantity = line.pick === undefined ? Math.min(mostUnits, same.quantity + line.quantity) : 1;
  return lines.map((other) => (other === same ? { ...line, quantity } : other));
}

/** Adds lines; of those for which there is no place it says "full", and keeps the others. */
export async function addToCart(added: readonly CartLine[], isMember: boolean): Promise<Added> {
  if (isMember) {
    const { lines, left_out } = await api<CartView & { left_out: number }>("/me/cart/lines", {
      body: { lines: added },
    });
    tellCount(lines);
    return left_out > 0 ? "full" : "added";
  }
  const before = readKeptCart();
  const lines = added.reduce<readonly CartLine[]>((all, line) => withLine(all, line) ?? all, before);
  if (!keepCart(lines)) return "notKept";
  const names = new Set(lines.map(nameOf));
  return added.every((line) => names.has(nameOf(line))) ? "added" : "full";
}

/** Adds a product of a list. @returns null when its buyer has something to choose or to answer first */
export async function addProduct(slug: string, isMember: boolean): Promise<Added | null> {
  const product = await api<ProductDetail>(`/public/products/${encodeURIComponent(slug)}`);
  const [sku, ...others] = product.skus;
  const isForAll = product.purchase_type === "guest" || isMember;
  const isPlain = others.length === 0 && product.form_fields.length === 0 && isForAll;
  if (!sku || !isPlain || sku.stock_status === "out_of_stock") return null;
  const line = { product_id: product.id, sku_id: sku.id, quantity: product.min_quantity, price: sku.price };
  return addToCart([line], isMember);
}

/** The move that is under way: the header and the cart's page of one tab wait for the same. */
let moving: Promise<void> | null = null;

/**
 * Moves what this browser keeps into the account of the buyer who has logged in. It is taken out first: a second tab that
 * does the same finds nothing. What could not be brought, or has no place there, stays here.
 */
export function bringIntoAccount(): Promise<void> {
  moving ??= moveLines().finally(() => {
    moving = null;
  });
  return moving;
}

async function moveLines(): Promise<void> {
  const lines = readKeptCart();
  if (lines.length === 0 || !keepCart([])) return;
  const stay = (left: readonly CartLine[]) => keepCart([...left, ...readKeptCart()].slice(0, mostLines));
  try {
    const merged = await api<CartView>("/me/cart/lines", { body: { lines: lines.slice(0, mostLines) } });
    tellCount(merged.lines);
    const brought = new Set(merged.lines.map(nameOf));
    const left = lines.filter((line) => !brought.has(nameOf(line)));
    if (left.length > 0) stay(left);
  } catch {
    stay(lines);
  }
}
