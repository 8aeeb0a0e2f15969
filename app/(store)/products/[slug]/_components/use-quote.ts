"use client";

import { useEffect, useState } from "react";
import useSWR from "swr";
import type { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import { mayPass } from "@/components/api/use-api";
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
  const { data, error, isLoading, mutate } = useSWR<OrderPreview, ApiError>(
    key === null ? null : [path, key],
    () => api<OrderPreview>(path, { body: JSON.parse(key ?? "{}") }),
    {
      keepPreviousData: true,
      revalidateOnFocus: false,
      revalidateIfStale: false,
      shouldRetryOnError: mayPass,
      errorRetryInterval: 3000,
    },
  );
  return {
    quote: error ? undefined : data,
    /** Price of this request or of the last one that had any. */
    last: data,
    error,
    isStale: isLoading || key !== wanted,
    refresh: () => mutate(),
  };
}
