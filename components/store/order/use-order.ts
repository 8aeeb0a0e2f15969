"use client";

import { useEffect, useState } from "react";
import { useApi } from "@/components/api/use-api";
import type { OrderDetail } from "@/lib/orders/schema";
import { takeGuestToken } from "./guest-tokens";
import { lookAgainAfter } from "./look-again";

/**
 * Reads an order with the guest token of this browser or link, and without one as the user who is logged in.
 * `token` is undefined until the browser has been asked: the server cannot know it.
 */
export function useOrder(orderNo: string) {
  const [opened] = useState(() => Date.now());
  const [token, setToken] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    const read = () => setToken(takeGuestToken(orderNo));
    read();
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, [orderNo]);

  const base = token ? `/guest/orders/${orderNo}` : `/orders/${orderNo}`;
  const { data, error, isLoading, mutate } = useApi<OrderDetail>(token === undefined ? null : base, {
    token: token ?? null,
    // A new function in each render, on purpose: SWR asks it once when its effect starts, which is before the first answer,
    // and a 0 ends its polling for good. With the first answer this renders again and the effect starts anew.
    refreshInterval: (order) => lookAgainAfter(order, Date.now() - opened),
    refreshWhenHidden: false,
  });
  return {
    order: data,
    error,
    isLoading: token === undefined || isLoading,
    token: token ?? null,
    base,
    refresh: mutate,
  };
}
