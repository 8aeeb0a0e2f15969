"use client";

import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldControl } from "./field";
import { useEarlyInput } from "./use-early-input";

/** The platform's own list: the best one on a phone, and it works before any script has loaded. */
export function Select({ className, children, ...props }: Omit<ComponentProps<"select">, "ref">) {
  const ref = useEarlyInput<HTMLSelectElement>();
  return (
    <div className={cx("relative", className)}>
      <select ref={ref} {...useFieldControl()} className="control appearance-none truncate pe-9" {...props}>
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 end-3 size-4 -translate-y-1/2 text-ink-muted"
        aria-hidden
      />
    </div>
  );
}
