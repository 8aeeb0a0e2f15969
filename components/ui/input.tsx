"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldControl } from "./field";
import { useEarlyInput } from "./use-early-input";

export function Input({ className, ...props }: Omit<ComponentProps<"input">, "ref">) {
  const ref = useEarlyInput<HTMLInputElement>();
  return <input ref={ref} {...useFieldControl()} className={cx("control", className)} {...props} />;
}
