"use client";

import { useEffect, useRef } from "react";
import { api } from "@/components/api/client";

const firstLook = 4_000;
const laterLooks = 15_000;

/**
 * Has the server ask the gateway now and then. A gateway's message usually arrives first; where it cannot reach the
 * shop, this is what moves the page on.
 */
export function usePaymentCheck(paymentNo: string | null, onPaid: () => void): void {
  const paid = useRef(onPaid);
  useEffect(() => {
    paid.current = onPaid;
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
        if (answer?.state === "paid" && !stopped) paid.current();
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
