import type { ComponentProps } from "react";
import { cx } from "./cx";

type LabelProps = ComponentProps<"label"> & { optional?: string };

/** `optional` is the word shown behind the label of a field that may stay empty. */
export function Label({ className, children, optional, ...props }: LabelProps) {
  return (
    // The control is tied by `htmlFor` or stands inside; both come from the caller.
    <label className={cx("flex items-baseline gap-2 font-medium text-ink text-sm", className)} {...props}>
      {children}
      {optional ? <span className="font-normal text-ink-faint text-xs">{optional}</span> : null}
    </label>
  );
}
