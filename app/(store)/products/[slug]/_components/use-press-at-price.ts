"use client";

import { useEffect, useRef, useState } from "react";

/**
 * A press while the price is being asked anew is kept, and counts once the answer is there and says what the buyer saw.
 * Another price only shows itself, and `isMissed` says so: nobody buys at a price that was not on the button.
 */
export function usePressAtPrice(price: string | undefined, isStale: boolean, buy: () => Promise<void>) {
  const [seen, setSeen] = useState<string | null>(null);
  const [missedFor, setMissedFor] = useState<string>();
  const latest = useRef(buy);
  useEffect(() => {
    latest.current = buy;
  });

  useEffect(() => {
    if (seen === null || isStale) return;
    setSeen(null);
    if (price === seen) void latest.current();
    else setMissedFor(price);
  }, [seen, isStale, price]);

  return {
    isWaiting: seen !== null,
    isMissed: price !== undefined && missedFor === price,
    press: () => {
      setMissedFor(undefined);
      if (price !== undefined) setSeen(price);
    },
  };
}
