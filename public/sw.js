// Answers for the shop's pages while the line is away, in browsers that have bought (components/store/offline). All else goes to the
// network as if this file were not there. It stores nothing: the one page of its cache is put there, anew each time, by the shop's
// own pages, and has no goods, no order and no name of anybody in it.
const cacheName = "keyshelf-offline";
const page = "/offline";
/** Never answered from here: staff, programs, and what sells nothing of this shop. */
const others = /^\/(?:admin|api|metrics|test-gateway)(?:\/|$)/;

self.addEventListener("install", () => self.skipWaiting());

// The request of a page leaves while this file is still starting.
self.addEventListener("activate", (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable());
});

async function load(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (problem) {
    const kept = await (await caches.open(cacheName)).match(page, { ignoreVary: true });
    if (!kept) throw problem;
    return kept;
  }
}

self.addEventListener("fetch", (event) => {
  const { mode, method, url } = event.request;
  if (mode !== "navigate" || method !== "GET" || others.test(new URL(url).pathname)) return;
  event.respondWith(load(event));
});
