"use client";

import { useEffect, useRef } from "react";

type Listeners = { onChange: () => void; onLive: (isLive: boolean) => void };

/**
 * Hears from the server that the order has changed, while somebody looks at the page. Only then: browsers share six
 * connections to a plain-http host among all their tabs. Without events the page goes on asking.
 */
export function useOrderEvents(orderNo: string, isWanted: boolean, listeners: Listeners): void {
  const latest = useRef(listeners);
  useEffect(() => {
    latest.current = listeners;
  });

  useEffect(() => {
    if (!isWanted || typeof EventSource === "undefined") return;
    let source: EventSource | null = null;
    const close = () => {
      source?.close();
      source = null;
      latest.current.onLive(false);
    };
    const open = () => {
      source = new EventSource(`/orders/${encodeURIComponent(orderNo)}/events`);
      source.addEventListener("open", () => {
        latest.current.onLive(true);
        // Fetches changes from before the server listened for this page.
        latest.current.onChange();
      });
      source.addEventListener("order", () => latest.current.onChange());
      source.addEventListener("error", () => latest.current.onLive(false));
    };
    const follow = () => {
      if (document.visibilityState !== "visible") close();
      else if (!source) open();
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    // A page that goes into the back/forward cache must not hold a connection.
    window.addEventListener("pagehide", close);
    window.addEventListener("pageshow", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", close);
      window.removeEventListener("pageshow", follow);
      close();
    };
  }, [orderNo, isWanted]);
}
