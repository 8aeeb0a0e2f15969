import { readKnownOrders } from "../order/guest-tokens";
import { countKept } from "./kept-goods";

/** public/sw.js has the same names. */
const cacheName = "keyshelf-offline";
const address = "/offline";

/** Browsers give both to https and localhost alone: elsewhere nothing is offered. */
export const canWorkOffline = (): boolean => "serviceWorker" in navigator && "caches" in window;

/**
 * Puts the page for a browser without a line in its place, as the shop draws it now: in the reader's language, of this release. It has
 * no goods in it; its script reads what the browser keeps.
 */
export async function renewOfflinePage(): Promise<void> {
  if (!canWorkOffline()) return;
  try {
    const cache = await caches.open(cacheName);
    await cache.add(new Request(address, { cache: "reload" }));
    await navigator.serviceWorker.register("/sw.js");
  } catch {
    // The page of before stays.
  }
}

/** Takes the page away from a browser that keeps nothing to be read there. */
export async function dropOfflinePage(): Promise<void> {
  if (!canWorkOffline() || countKept() > 0 || readKnownOrders().length > 0) return;
  const worker = await navigator.serviceWorker.getRegistration("/");
  await Promise.all([worker?.unregister(), caches.delete(cacheName)]);
}
