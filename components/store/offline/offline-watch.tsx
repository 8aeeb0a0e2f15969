"use client";

import { useEffect, useState } from "react";
import { later } from "@/components/ui/later";

const OfflinePart = later(() => import("./offline-part").then(({ OfflinePart }) => OfflinePart), {
  browserOnly: true,
});

/** Keys of the storage of a browser that has bought: kept-goods.ts, guest-tokens.ts. */
const traces = ["keyshelf.goods", "keyshelf.orders"];
/** Milliseconds after which a page has come to rest. */
const pauseMs = 2000;

/** Loads what looks after them, in browsers that have bought: nobody else gets a service worker or more than these lines. */
export function OfflineWatch() {
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      try {
        setWanted(traces.some((key) => localStorage.getItem(key) !== null));
      } catch {
        // A browser without storage keeps nothing.
      }
    }, pauseMs);
    return () => clearTimeout(timer);
  }, []);
  return isWanted ? <OfflinePart /> : null;
}
