"use client";

import { useEffect, useState } from "react";
import type { OrderDetail } from "@/lib/orders/schema";
import { readAgain, useRead } from "../use-read";
import { openGuestOrder, takeGuestToken } from "./guest-tokens";
import { lookAgainAfter } from "./look-again";
import type { SeenOrder } from "./seen-order";
import { useOrderEvents } from "./use-order-events";

/**
 * An order, kept up to date. `seen` is what the server drew for the browser's cookie or session. Without it the browser is
 * asked for a token of its own (the link's fragment, or storage), which then becomes a cookie.
 */
export function useOrder(orderNo: string, seen: SeenOrder | null) {
  const [opened] = useState(() => Date.now());
  const [hasCookie, setCookie] = useState(seen !== null);
  const [token, setToken] = useState<string | null | undefined>(seen ? null : undefined);
  useEffect(() => {
    const read = () => {
      const found = takeGuestToken(orderNo);
      if (seen) return;
      setToken(found);
      if (found) void openGuestOrder(orderNo, found).then(setCookie);
    };
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [orderNo, seen]);

  const isGuest = seen ? seen.buyer === "guest" : Boolean(token);
  const base = isGuest ? `/guest/orders/${orderNo}` : `/orders/${orderNo}`;
  const [isLive, setLive] = useState(false);
  const { data, error, isLoading, read } = useRead<OrderDetail>(token === undefined ? null : base, {
    token: token ?? null,
    first: seen?.order,
    everyMs: (order) => lookAgainAfter(order, Date.now() - opened, isLive),
  });
  // A closed order is asked for now and then: its page would keep a stream for a day.
  const isClosed = data?.status === "expired" || data?.status === "canceled";
  const isOpen = !isClosed && lookAgainAfter(data, 0, false) > 0;
  useOrderEvents(orderNo, isOpen && (hasCookie || (token === null && data !== undefined)), {
    // Everything that the page reads of the order: also its mail with the shop's answers, licenses and renewals.
    onChange: () => void readAgain(base),
    onLive: setLive,
  });
  return {
    order: data,
    error,
    isLoading: token === undefined || isLoading,
    token: token ?? null,
    base,
    isLive,
    hasCookie,
    refresh: read,
  };
}
