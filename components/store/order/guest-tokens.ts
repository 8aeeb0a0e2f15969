const storageKey = "keyshelf.orders";
const kept = 50;

export type KnownOrder = { orderNo: string; token: string; at: string };

/** Orders that this browser placed as a guest, newest first. Storage may be full, forbidden or tampered with. */
export function readKnownOrders(): KnownOrder[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
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

export function rememberGuestOrder(orderNo: string, token: string): void {
  try {
    const others = readKnownOrders().filter((entry) => entry.orderNo !== orderNo);
    const entry = { orderNo, token, at: new Date().toISOString() };
    localStorage.setItem(storageKey, JSON.stringify([entry, ...others].slice(0, kept)));
  } catch {
    // Without storage the link with its fragment still opens the order.
  }
}

export function forgetGuestOrder(orderNo: string): void {
  try {
    const others = readKnownOrders().filter((entry) => entry.orderNo !== orderNo);
    localStorage.setItem(storageKey, JSON.stringify(others));
  } catch {
    // Nothing was stored then.
  }
}

/** The token from the link's fragment (kept and then taken out of the address bar), or the one kept before. */
export function takeGuestToken(orderNo: string): string | null {
  const given = new URLSearchParams(window.location.hash.slice(1)).get("t");
  if (given) {
    rememberGuestOrder(orderNo, given);
    window.history.replaceState(window.history.state, "", window.location.pathname + window.location.search);
    return given;
  }
  return readKnownOrders().find((entry) => entry.orderNo === orderNo)?.token ?? null;
}
