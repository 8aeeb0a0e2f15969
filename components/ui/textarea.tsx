"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldControl } from "./field";
import { useEarlyInput } from "./use-early-input";

export function Textarea({ className, rows = 4, ...props }: Omit<ComponentProps<"textarea">, "ref">) {
  const ref = useEarlyInput<HTMLTextAreaElement>();
  return (
    <textarea
      ref={ref}
      {...useFieldControl()}
      rows={rows}
      className={cx("control resize-y", className)}
      {...props}
    />
  );
}
