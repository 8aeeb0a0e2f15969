"use client";

import type { ComponentProps } from "react";
import { cx } from "./cx";
import { useFieldControl } from "./field";

export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea {...useFieldControl()} rows={rows} className={cx("control resize-y", className)} {...props} />
  );
}
