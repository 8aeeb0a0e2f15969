"use client";

import { useEffect, useRef } from "react";
import { api } from "@/components/api/client";

const firstLook = 4_000;
const laterLooks = 15_000;

/**
 * Has the server ask the gateway now and then. A gateway's message usually arrives first; where it cannot reach the
 * shop, this is what moves the page on.
 */
export function usePaymentCheck(
  paymentNo: string | null,
  outcome: { onPaid: () => void; onFailed?: () => void },
): void {
  const latest = useRef(outcome);
  useEffect(() => {
    latest.current = outcome;
  });

  useEffect(() => {
    if (paymentNo === null) return;
    let timer: ReturnType<typeof setTimeout>;
    let stopped = false;
    const look = async () => {
      if (document.visibilityState === "visible") {
        const answer = await api<{ state: string }>(`/payments/${paymentNo}/check`, {
          method: "POST",
          body: {},
        }).catch(() => null);
        if (stopped) return;
        if (answer?.state === "paid") latest.current.onPaid();
        if (answer?.state === "failed") return latest.current.onFailed?.();
      }
      if (!stopped) timer = setTimeout(look, laterLooks);
    };
    timer = setTimeout(look, firstLook);
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [paymentNo]);
}
