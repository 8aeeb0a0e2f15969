"use client";

import type { ApiError } from "@/components/api/api-error";
import { useErrorText } from "@/components/api/use-error-text";
import { type QuoteRequest, useQuote } from "./use-quote";

const isAboutCoupon = (problem: ApiError | undefined): boolean =>
  problem?.code === 40003 || problem?.field === "coupon_code";

function withoutCoupon({ coupon_code: _, ...rest }: QuoteRequest): QuoteRequest {
  return rest;
}

/** The price of a request. A coupon that is refused says why, and the goods keep the price without it. */
export function usePriced(path: string, request: QuoteRequest | null) {
  const errorText = useErrorText();
  const asked = useQuote(path, request);
  const isRefused = request?.coupon_code !== undefined && isAboutCoupon(asked.error);
  const plain = useQuote(path, isRefused && request ? withoutCoupon(request) : null);
  // Keeps the page as it is until the price without the coupon is there: a form that went would lose what was typed.
  const bridged = plain.quote || plain.error ? plain : { ...plain, quote: asked.last, isStale: true };
  const counts = isRefused ? bridged : asked;
  return {
    /** Body of the order to price. */
    request: isRefused && request ? withoutCoupon(request) : request,
    quote: counts.quote,
    isStale: counts.isStale,
    error: counts.error,
    couponError: isRefused ? errorText(asked.error) : undefined,
  };
}
