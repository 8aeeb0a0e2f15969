"use client";

import { useEffect, useRef, useState } from "react";
import { cx } from "@/components/ui/cx";

function secondsUntil(until: string): number {
  return Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000));
}

type CountdownProps = { until: string; label: string; onOver: () => unknown };

/** Not announced by itself every second; a screen reader reads it when it gets there. */
export function Countdown({ until, label, onOver }: CountdownProps) {
  const [left, setLeft] = useState(() => secondsUntil(until));
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });

  useEffect(() => {
    const tick = () => {
      const now = secondsUntil(until);
      setLeft(now);
      if (now === 0) {
        clearInterval(timer);
        over.current();
      }
    };
    const timer = setInterval(tick, 1000);
    tick();
    return () => clearInterval(timer);
  }, [until]);

  const minutes = Math.floor(left / 60);
  const seconds = String(left % 60).padStart(2, "0");
  return (
    <p className="shrink-0 text-end">
      <span className="block max-w-36 text-ink-muted text-xs">{label}</span>
      {/* The server wrote the seconds that were left then. */}
      <span
        role="timer"
        suppressHydrationWarning
        className={cx("tabular font-medium font-mono text-lg", left < 60 ? "text-danger" : "text-ink")}
      >
        {minutes}:{seconds}
      </span>
    </p>
  );
}
