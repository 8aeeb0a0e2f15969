"use client";

import { useEffect, useRef, useState } from "react";
import type { PaymentView } from "@/lib/payments/schema";

/** By then most gateways have shown their page. */
const patienceMs = 6_000;

/** A payment whose page the browser is opening, and the shop's own page about it. */
export type OpeningPayment = { payUrl: string; channelId: number; ownPage: string };

/** The payment page that has not opened for a while; null as long as the buyer need not wonder. */
export function useSlowPaymentPage() {
  const [slow, setSlow] = useState<OpeningPayment | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    slow,
    watch: ({ pay_url: payUrl, channel_id: channelId }: PaymentView, ownPage: string) => {
      if (payUrl) timer.current = setTimeout(() => setSlow({ payUrl, channelId, ownPage }), patienceMs);
    },
  };
}
