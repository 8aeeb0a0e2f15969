import { changeAddress } from "@/components/ui/change-address";

/** Where the browser keeps the orders of guests. */
export const ordersKey = "keyshelf.orders";
const kept = 50;

/** Facts of an order in a list, as they were when it was placed. */
export type OrderGist = { title: string; amount: string; currency: string };
export type KnownOrder = { orderNo: string; token: string; at: string; gist?: OrderGist };

/** Orders that this browser placed as a guest, newest first. Storage may be full, forbidden or tampered with. */
export function readKnownOrders(): KnownOrder[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(ordersKey) ?? "[]");
    if (!Array.isArray(value)) return [];
    return value.filter(
      (entry): entry is KnownOrder =>
        typeof entry === "object" &&
        entry !== null &&
        typeof entry.orderNo === "string" &&
        typeof entry.token === "string" &&
        typeof entry.at === "string",
    );
  } catch {
    return [];
  }
}

export function rememberGuestOrder(orderNo: string, token: string, gist?: OrderGist): void {
  try {
    const known = readKnownOrders();
    const others = known.filter((entry) => entry.orderNo !== orderNo);
    const before = known.find((entry) => entry.orderNo === orderNo);
    const entry: KnownOrder = {
      at: new Date().toISOString(),
      ...before,
      orderNo,
      token,
      ...(gist ? { gist } : {}),
    };
    localStorage.setItem(ordersKey, JSON.stringify([entry, ...others].slice(0, kept)));
  } catch {
    // Without storage the link with its fragment still opens the order.
  }
}

/** Drops the tokens of orders; their cookies are the server's to take (forget-orders.ts). */
export function dropGuestTokens(orderNos: readonly string[]): void {
  try {
    const others = readKnownOrders().filter((entry) => !orderNos.includes(entry.orderNo));
    localStorage.setItem(ordersKey, JSON.stringify(others));
  } catch {
    // Nothing was stored then.
  }
}

/** The token from the link's fragment (kept and then taken out of the address bar), or the one kept before. */
export function takeGuestToken(orderNo: string): string | null {
  const given = new URLSearchParams(window.location.hash.slice(1)).get("t");
  if (given) {
    rememberGuestOrder(orderNo, given);
    changeAddress(window.location.pathname + window.location.search);
    return given;
  }
  return readKnownOrders().find((entry) => entry.orderNo === orderNo)?.token ?? null;
}

/**
 * Gives the browser this order's cookie, with which the server draws its pages. `keepalive`: it arrives also when the page
 * goes on to a gateway meanwhile.
 */
export async function openGuestOrder(orderNo: string, token: string): Promise<boolean> {
  try {
    const answer = await fetch(`/orders/${encodeURIComponent(orderNo)}/open`, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ link: token }),
      keepalive: true,
    });
    return answer.ok;
  } catch {
    return false;
  }
}
