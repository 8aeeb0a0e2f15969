"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import type { OrderDetail } from "@/lib/orders/schema";
import type { PaymentView } from "@/lib/payments/schema";
import { readKeptPayment } from "./placed-order";

/** A gateway has 6 s to answer: within this time a payment of another tab has its link, or has failed. */
const looks = 4;
const everyMs = 2_500;

type Begun = Pick<OrderDetail, "order_no" | "last_payment">;

/**
 * The payment that this page goes on with: what the server found, what this tab began, or what another tab began while this
 * page was open. `givenUp` is the one that the buyer put aside here, to choose another way.
 */
export function usePaymentOfOrder(order: Begun, found: PaymentView | null) {
  const router = useRouter();
  const [payment, setPayment] = useState<PaymentView | null>(() => found ?? readKeptPayment(order.order_no));
  const [givenUp, setGivenUp] = useState<string | null>(null);
  const last = order.last_payment ?? null;
  const begunElsewhere =
    payment === null && last?.state === "pending" && last.payment_no !== givenUp ? last.payment_no : null;

  // Adopted while rendering: the page never shows a choice in between.
  if (begunElsewhere !== null && found?.payment_no === begunElsewhere) setPayment(found);

  useEffect(() => {
    if (begunElsewhere === null) return;
    router.refresh();
    let left = looks;
    const timer = setInterval(() => {
      router.refresh();
      left -= 1;
      if (left === 0) clearInterval(timer);
    }, everyMs);
    return () => clearInterval(timer);
  }, [begunElsewhere, router]);

  return {
    payment,
    givenUp,
    begin: setPayment,
    giveUp: () => {
      setGivenUp(payment?.payment_no ?? null);
      setPayment(null);
    },
    /** The payment is over by itself. */
    end: useCallback(() => setPayment(null), []),
  };
}
