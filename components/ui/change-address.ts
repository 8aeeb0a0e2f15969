/**
 * Changes the address without a visit. The router must learn of it, else it puts the former address back when it draws the
 * page anew; and it takes a call that carries the router's own state for one of its own.
 */
export function changeAddress(address: string | URL): void {
  window.history.replaceState(window.history.state, "", address);
  // The router listens after the effects of its first drawing, of which the caller may be one.
  queueMicrotask(() => window.history.replaceState(null, "", address));
}
