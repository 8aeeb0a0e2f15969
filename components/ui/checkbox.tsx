"use client";

import { type ComponentProps, type ReactNode, useEffect, useId } from "react";
import { cx } from "./cx";
import { useEarlyInput } from "./use-early-input";

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "checked" | "onChange" | "ref"> & {
  /** `indeterminate`: some of what it stands for, as over a list where a few rows are chosen. */
  checked?: boolean | "indeterminate";
  onCheckedChange?: (checked: boolean) => void;
};

/** The browser's own, drawn anew: it needs no script to be checked or sent. */
export function Checkbox({ className, checked, onCheckedChange, ...props }: CheckboxProps) {
  const input = useEarlyInput<HTMLInputElement>();
  useEffect(() => {
    if (input.current) input.current.indeterminate = checked === "indeterminate";
  }, [checked, input]);
  return (
    <input
      ref={input}
      type="checkbox"
      checked={checked === undefined ? undefined : checked === true}
      onChange={(event) => onCheckedChange?.(event.target.checked)}
      className={cx("tick", className)}
      {...props}
    />
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
