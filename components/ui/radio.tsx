"use client";

import type { ComponentProps, ReactNode } from "react";
import { cx } from "./cx";
import { useEarlyInput } from "./use-early-input";

type RadioProps = Omit<ComponentProps<"input">, "type" | "ref">;

export function Radio({ className, ...props }: RadioProps) {
  return (
    <input
      ref={useEarlyInput<HTMLInputElement>()}
      type="radio"
      className={cx(
        "size-5 shrink-0 appearance-none rounded-full border border-control bg-surface transition-[border-width] checked:border-[6px] checked:border-pine focus-visible:rounded-full disabled:opacity-50",
        className,
      )}
      {...props}
    />
  );
}

type RadioCardProps = RadioProps & { label: ReactNode; hint?: ReactNode; aside?: ReactNode };

/** A whole row that can be chosen: for payment channels and the like. The group is a fieldset with a legend. */
export function RadioCard({ label, hint, aside, className, ...props }: RadioCardProps) {
  return (
    <label
      className={cx(
        "flex min-h-13 cursor-pointer items-center gap-3 rounded-md border border-line-strong bg-surface px-3.5 py-2.5 transition-colors hover:border-control has-checked:border-pine has-checked:bg-pine-soft forced-colors:has-checked:border-4 forced-colors:has-checked:border-[Highlight] has-disabled:cursor-not-allowed has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-pine has-focus-visible:outline-offset-2",
        className,
      )}
    >
      <Radio className="focus-visible:outline-none" {...props} />
      <span className="min-w-0 flex-1">
        <span className="block font-medium text-sm">{label}</span>
        {hint ? <span className="block text-ink-muted text-xs">{hint}</span> : null}
      </span>
      {aside}
    </label>
  );
}
