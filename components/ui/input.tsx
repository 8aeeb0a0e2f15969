"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldControl } from "./field";

export function Input({ className, ...props }: ComponentProps<"input">) {
  return <input {...useFieldControl()} className={cx("control", className)} {...props} />;
}
