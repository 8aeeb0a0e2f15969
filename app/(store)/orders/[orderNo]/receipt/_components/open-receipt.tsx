"use client";

import { useParams } from "next/navigation";
import { useEffect, useState } from "react";
import { openGuestOrder, takeGuestToken } from "@/components/store/order/guest-tokens";
import { OrderSkeleton } from "@/components/store/order/order-skeleton";
import { OrderUnknown } from "@/components/store/order/order-unknown";

/** Turns the token of a link, or one that this browser kept, into the order's cookie, and asks for the page again. */
export function OpenReceipt() {
  const { orderNo } = useParams<{ orderNo: string }>();
  const [isUnknown, setUnknown] = useState(false);
  useEffect(() => {
    // A page that is asked for again and still unknown is not asked for a third time.
    const token = window.location.hash || !isReloaded() ? takeGuestToken(orderNo) : null;
    const opening = token ? openGuestOrder(orderNo, token) : Promise.resolve(false);
    void opening.then((isOpen) => {
      if (isOpen) window.location.reload();
      else setUnknown(true);
    });
  }, [orderNo]);
  return isUnknown ? <OrderUnknown orderNo={orderNo} /> : <OrderSkeleton orderNo={orderNo} />;
}

function isReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "reload";
}
