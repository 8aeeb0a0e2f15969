"use client";

import * as Radix from "radix-ui/switch";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";

type SwitchProps = ComponentProps<typeof Radix.Root>;

export function Switch({ className, ...props }: SwitchProps) {
  return (
    <Radix.Root className={cx("switch", className)} {...props}>
      <Radix.Thumb />
    </Radix.Root>
  );
}

type SwitchFieldProps = Omit<SwitchProps, "id"> & { label: ReactNode; hint?: ReactNode };

export function SwitchField({ label, hint, className, ...props }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className={cx("flex items-start justify-between gap-4", className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-ink-faint text-xs">
            {hint}
          </p>
        ) : null}
      </div>
      <Switch id={id} aria-describedby={hint ? `${id}-hint` : undefined} {...props} />
    </div>
  );
}
