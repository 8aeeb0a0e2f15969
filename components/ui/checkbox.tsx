"use client";

import { Check, Minus } from "lucide-react";
import * as Radix from "radix-ui/checkbox";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "./cx";

type CheckboxProps = ComponentProps<typeof Radix.Root>;

export function Checkbox({ className, ...props }: CheckboxProps) {
  return (
    <Radix.Root
      className={cx(
        "group grid size-5 shrink-0 place-items-center rounded-sm border border-control bg-surface transition-colors hover:border-pine disabled:opacity-50 data-[state=checked]:border-pine data-[state=indeterminate]:border-pine data-[state=checked]:bg-pine data-[state=indeterminate]:bg-pine",
        className,
      )}
      {...props}
    >
      <Radix.Indicator className="text-on-pine">
        <Check className="size-3.5 group-data-[state=indeterminate]:hidden" strokeWidth={3} aria-hidden />
        <Minus className="hidden size-3.5 group-data-[state=indeterminate]:block" strokeWidth={3} aria-hidden />
      </Radix.Indicator>
    </Radix.Root>
  );
}

type CheckboxFieldProps = Omit<CheckboxProps, "id"> & { label: ReactNode; hint?: ReactNode };

export function CheckboxField({ label, hint, className, ...props }: CheckboxFieldProps) {
  const id = useId();
  return (
    <div className={cx("flex items-start gap-3 py-1", className)}>
      <Checkbox id={id} className="mt-0.5" aria-describedby={hint ? `${id}-hint` : undefined} {...props} />
      <div className="min-w-0">
        <label htmlFor={id} className="text-sm">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-ink-faint text-xs">
            {hint}
          </p>
        ) : null}
      </div>
    </div>
  );
}
