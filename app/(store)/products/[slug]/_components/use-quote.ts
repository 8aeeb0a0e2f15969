"use client";

import { useEffect, useState } from "react";
import { useRead } from "@/components/store/use-read";
import type { CartLine } from "@/lib/orders/cart/schema";
import type { OrderPreview } from "@/lib/orders/place/preview-schema";

export type QuoteRequest = {
  product_id?: number;
  sku_id?: number;
  quantity?: number;
  pick?: string;
  /** In place of the one line above. */
  items?: readonly CartLine[];
  with_payment_channels?: boolean;
  renews?: { order_no: string; item: number; license_id?: string; token?: string };
  email?: string;
  coupon_code?: string;
  use_balance?: boolean;
  payment_channel_id?: number;
};

export function isZero(amount: string): boolean {
  return /^0*(\.0*)?$/.test(amount);
}

function useSettled<T>(value: T, milliseconds: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}

/** The price, always the server's. While a new one is on its way the last one stays, marked as stale. */
export function useQuote(path: string, request: QuoteRequest | null) {
  const wanted = request ? JSON.stringify(request) : null;
  const key = useSettled(wanted, 200);
  const { data, error, isLoading, read } = useRead<OrderPreview>(key === null ? null : path, {
    body: JSON.parse(key ?? "{}"),
    keepsLast: true,
    onReturn: false,
  });
  return {
    quote: error ? undefined : data,
    /** Price of this request or of the last one that had any. */
    last: data,
    error,
    isStale: isLoading || key !== wanted,
    refresh: read,
  };
}
