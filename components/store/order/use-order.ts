"use client";

import { useEffect, useState } from "react";
import { useApi } from "@/components/api/use-api";
import type { OrderDetail } from "@/lib/orders/schema";
import { takeGuestToken } from "./guest-tokens";

/** How often to look again, or 0 when nothing can change by itself. */
function interval(order: OrderDetail | undefined): number {
  if (!order) return 0;
  if (order.status === "pending_payment") return 2500;
  if (order.fulfillment_status === "pending") return 2000;
  return order.fulfillment_status === "processing" || order.fulfillment_status === "held" ? 20_000 : 0;
}

/**
 * Reads an order with the guest token of this browser or link, and without one as the user who is logged in.
 * `token` is undefined until the browser has been asked: the server cannot know it.
 */
export function useOrder(orderNo: string) {
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
    refreshInterval: interval,
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
